import { Stack, type App } from 'aws-cdk-lib/core';
import type { ConsoleRoute } from '#functions/routes.ts';
import { bySession, consoleAccess, inOrganization, inProject } from './console-access.ts';
import type { Access } from './constructs/access.ts';
import { allowMail } from './constructs/mail.ts';
import { productList } from './constructs/products.ts';
import type { TableGrants } from './constructs/table-grants.ts';
import type { DataStack, SharedProps } from './data-stack.ts';
import { routeFunctions } from './route-functions.ts';
import type { Settings } from './settings.ts';
import { commonProps } from './stage.ts';

/**
 * The console's routes for members of an organization and a person's sessions, those that rename and delete, and newer
 * ones: ConsoleStack has no room for them.
 * A route that was deployed in ConsoleStack stays there. If it moved, an upgrade would create it again before removing
 * the first one, which API Gateway refuses.
 */
export type PeopleRoute = Extract<
  ConsoleRoute,
  | `${string}/v1/organizations/{organization_id}`
  | `${string}/{organization_id}/${'audit-log' | 'invitations' | 'members'}${string}`
  | `${string}/v1/projects/{project_id}`
  | `PATCH /api/platform/v1/organizations/{organization_id}/billing${'' | '/auto-top-up'}`
  | 'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/ledger'
  | 'GET /api/platform/v1/sessions'
  | 'DELETE /api/platform/v1/sessions/{session_id}'
>;

const accessOf = (
  { table, site, stripe }: DataStack,
  settings: Settings,
): Record<PeopleRoute, readonly Access[]> => {
  const console = consoleAccess(site.origin, settings);
  const signedIn = (...grants: readonly TableGrants[]) => [...console, table.allow(bySession, ...grants)];
  const mail = allowMail(site, settings.mailFrom);
  const changeMembers: TableGrants = {
    UpdateItem: ['memberships', 'memberPlaces'],
    ConditionCheckItem: ['memberships'],
    PutItem: ['auditLogs'],
  };
  return {
    'GET /api/platform/v1/sessions': signedIn({ Query: ['sessionLists'] }),
    'DELETE /api/platform/v1/sessions/{session_id}': signedIn({ GetItem: ['sessionLists'] }),
    'PATCH /api/platform/v1/organizations/{organization_id}': signedIn(inOrganization, {
      UpdateItem: ['memberships'],
      PutItem: ['auditLogs'],
    }),
    'GET /api/platform/v1/organizations/{organization_id}/audit-log': signedIn(inOrganization, {
      Query: ['auditLogs'],
    }),
    'GET /api/platform/v1/organizations/{organization_id}/members': signedIn(inOrganization, {
      GetItem: ['memberPlaces', 'invitations'],
      Query: ['memberships'],
    }),
    'PATCH /api/platform/v1/organizations/{organization_id}/members/{user_id}': signedIn(inOrganization, {
      UpdateItem: ['memberships'],
      ConditionCheckItem: ['memberships'],
      PutItem: ['auditLogs'],
    }),
    'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}': signedIn(
      inOrganization,
      changeMembers,
    ),
    'POST /api/platform/v1/organizations/{organization_id}/invitations': [
      ...signedIn(inOrganization, {
        GetItem: ['invitations'],
        PutItem: ['invitations', 'auditLogs'],
        UpdateItem: ['memberPlaces'],
        ConditionCheckItem: ['memberships'],
        Query: ['memberships'],
      }),
      ...mail,
    ],
    'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/renew': [
      ...signedIn(inOrganization, {
        GetItem: ['invitations'],
        UpdateItem: ['invitations', 'memberPlaces'],
        PutItem: ['auditLogs'],
      }),
      ...mail,
    ],
    'DELETE /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}': signedIn(
      inOrganization,
      {
        GetItem: ['invitations'],
        UpdateItem: ['invitations', 'memberPlaces'],
        PutItem: ['auditLogs'],
      },
    ),
    'GET /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}': signedIn(
      inOrganization,
      { GetItem: ['invitations'] },
    ),
    'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/accept': signedIn(
      inOrganization,
      {
        GetItem: ['invitations'],
        UpdateItem: ['invitations', 'memberships', 'organizationLists'],
        ConditionCheckItem: ['memberships'],
        PutItem: ['memberships', 'auditLogs'],
      },
    ),
    'DELETE /api/platform/v1/organizations/{organization_id}': [
      ...signedIn(inOrganization, {
        GetItem: ['customers', 'memberPlaces', 'invitations'],
        Query: ['memberships', 'balances'],
        UpdateItem: ['memberships', 'invitations', 'projectPlaces', 'people', 'topUps'],
        PutItem: ['auditLogs'],
      }),
      ...(stripe ? [stripe.apiKey] : []),
    ],
    'PATCH /api/platform/v1/organizations/{organization_id}/billing': signedIn(inOrganization, {
      Query: ['balances'],
      UpdateItem: ['balances'],
      ConditionCheckItem: ['memberships'],
      PutItem: ['auditLogs'],
    }),
    'PATCH /api/platform/v1/organizations/{organization_id}/billing/auto-top-up': [
      ...signedIn(inOrganization, {
        GetItem: ['customers', 'topUps'],
        UpdateItem: ['topUps'],
        ConditionCheckItem: ['memberships'],
        PutItem: ['auditLogs'],
      }),
      productList(settings.products),
      ...(stripe ? [stripe.apiKey] : []),
    ],
    'PATCH /api/platform/v1/projects/{project_id}': signedIn(inProject, {
      UpdateItem: ['projects', 'projectLists'],
      PutItem: ['auditLogs'],
    }),
    'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/ledger': signedIn(
      inProject,
      { GetItem: ['jobs'] },
    ),
    'DELETE /api/platform/v1/projects/{project_id}': signedIn(inProject, {
      GetItem: ['apiKeys', 'liveApiKeys'],
      UpdateItem: [
        'projects',
        'projectLists',
        'projectPlaces',
        'apiKeys',
        'apiKeyLists',
        'keys',
        'liveApiKeys',
      ],
      ConditionCheckItem: ['memberships'],
      PutItem: ['auditLogs'],
    }),
  };
};

/**
 * A part of the console's routes, in a stack of its own because CloudFormation allows a stack 500 resources.
 * ConsoleStack publishes them.
 */
export class PeopleStack extends Stack {
  constructor(app: App, id: string, { settings, data, concurrency }: SharedProps) {
    super(app, id, { ...commonProps(settings), description: 'Earshot: organizations and their members' });
    routeFunctions(this, { settings, data, concurrency, access: accessOf(data, settings) });
  }
}

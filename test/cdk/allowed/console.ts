import { sharedGrants } from './api.ts';
import { anyId, inOrganization, inProject, items, organization, signedIn } from './parts.ts';

/** Those of the API, and the check that the person still has the right. */
const changesOfWebhooks = Object.fromEntries(
  ['create', 'change', 'delete', 'rotate-secret'].map((verb) => {
    const file = `platform/webhooks/${verb}.ts`;
    const grants = sharedGrants('platform', inProject)[file] ?? [];
    return [file, [...grants, ...items({ ConditionCheckItem: organization })]];
  }),
);

/** The grants of each function of the console. */
export const consoleGrants: Record<string, string[]> = {
  ...sharedGrants('platform', inProject),
  ...changesOfWebhooks,
  'platform/transcriptions/list.ts': [
    ...inProject,
    ...items({ GetItem: ['prj_*/ofq_*'] }),
    'dynamodb:Query Table/index/listed prj_*',
    's3:GetObject Results/results/*',
    's3:ListBucket Results',
  ],
  'platform/session/get.ts': signedIn,
  'platform/session/delete.ts': signedIn,
  'platform/sessions/delete.ts': signedIn,
  'platform/sessions/list.ts': [...signedIn, ...items({ Query: ['user/*/sessions'] })],
  'platform/sessions/end.ts': [...signedIn, ...items({ GetItem: ['user/*/sessions'] })],
  'platform/sign-in/start.ts': ['secretsmanager:GetSecretValue SignInCookieSecret'],
  'platform/sign-in/callback.ts': [
    ...items({ PutItem: ['session/*', 'sign-in/*', 'user/*/sessions'], UpdateItem: ['session/*'] }),
    'secretsmanager:GetSecretValue SignInCookieSecret',
  ],
  'platform/organizations/create.ts': [
    ...inOrganization,
    ...items({ PutItem: [...organization, 'org_*/audit'], UpdateItem: ['user/*/organizations'] }),
  ],
  'platform/organizations/list.ts': [...inOrganization, ...items({ Query: ['user/*/organizations'] })],
  'platform/organizations/change.ts': [
    ...inOrganization,
    ...items({ PutItem: ['org_*/audit'], UpdateItem: organization }),
  ],
  'platform/audit-log/list.ts': [...inOrganization, ...items({ Query: ['org_*/audit'] })],
  'platform/members/list.ts': [
    ...inOrganization,
    ...items({ GetItem: ['org_*/member-places', 'org_*/invitations'], Query: organization }),
  ],
  'platform/members/change.ts': [
    ...inOrganization,
    ...items({ PutItem: ['org_*/audit'], UpdateItem: organization, ConditionCheckItem: organization }),
  ],
  'platform/members/remove.ts': [
    ...inOrganization,
    ...items({
      PutItem: ['org_*/audit'],
      UpdateItem: [...organization, 'org_*/member-places'],
      ConditionCheckItem: organization,
    }),
  ],
  'platform/invitations/create.ts': [
    ...inOrganization,
    ...items({
      GetItem: ['org_*/invitations'],
      PutItem: ['org_*/audit', 'org_*/invitations'],
      UpdateItem: ['org_*/member-places'],
      ConditionCheckItem: organization,
      Query: organization,
    }),
  ],
  'platform/invitations/renew.ts': [
    ...inOrganization,
    ...items({
      GetItem: ['org_*/invitations'],
      PutItem: ['org_*/audit'],
      UpdateItem: ['org_*/invitations', 'org_*/member-places'],
    }),
  ],
  'platform/invitations/revoke.ts': [
    ...inOrganization,
    ...items({
      GetItem: ['org_*/invitations'],
      PutItem: ['org_*/audit'],
      UpdateItem: ['org_*/invitations', 'org_*/member-places'],
    }),
  ],
  'platform/invitations/get.ts': [...inOrganization, ...items({ GetItem: ['org_*/invitations'] })],
  'platform/invitations/accept.ts': [
    ...inOrganization,
    ...items({
      GetItem: ['org_*/invitations'],
      PutItem: [...organization, 'org_*/audit'],
      UpdateItem: [...organization, 'org_*/invitations', 'user/*/organizations'],
      ConditionCheckItem: organization,
    }),
  ],
  'platform/projects/create.ts': [
    ...inOrganization,
    ...items({
      PutItem: [`prj_${anyId}`, 'org_*/projects', 'org_*/audit'],
      UpdateItem: ['org_*/project-places'],
    }),
  ],
  'platform/projects/change.ts': [
    ...inProject,
    ...items({ PutItem: ['org_*/audit'], UpdateItem: [`prj_${anyId}`, 'org_*/projects'] }),
  ],
  'platform/projects/delete.ts': [
    ...inProject,
    ...items({
      GetItem: ['prj_*/key_*', 'prj_*/live-api-keys'],
      UpdateItem: [
        ...[`prj_${anyId}`, 'org_*/projects', 'org_*/project-places'],
        ...['prj_*/key_*', 'prj_*/api-keys', 'key/*', 'prj_*/live-api-keys'],
      ],
      ConditionCheckItem: organization,
      PutItem: ['org_*/audit'],
    }),
  ],
  'platform/organizations/delete.ts': [
    ...inOrganization,
    ...items({
      GetItem: ['org_*/customer', 'org_*/member-places', 'org_*/invitations'],
      Query: [...organization, 'org_*/balance'],
      UpdateItem: [...organization, 'org_*/invitations', 'org_*/project-places', 'org_*/top-up'],
      PutItem: ['org_*/audit'],
    }),
  ],
  'platform/projects/list.ts': [...inOrganization, ...items({ Query: ['org_*/projects'] })],
  'platform/billing/get.ts': [
    ...inOrganization,
    ...items({ GetItem: ['org_*/customer', 'org_*/top-up'], Query: ['org_*/balance', 'org_*/ledger'] }),
  ],
  'platform/billing/change-top-up.ts': [
    ...inOrganization,
    ...items({
      GetItem: ['org_*/customer', 'org_*/top-up'],
      UpdateItem: ['org_*/top-up'],
      ConditionCheckItem: organization,
      PutItem: ['org_*/audit'],
    }),
  ],
  'platform/billing/change.ts': [
    ...inOrganization,
    ...items({
      Query: ['org_*/balance'],
      UpdateItem: ['org_*/balance'],
      ConditionCheckItem: organization,
      PutItem: ['org_*/audit'],
    }),
  ],
  'platform/billing/create-checkout.ts': [
    ...inOrganization,
    ...items({
      GetItem: ['org_*/customer'],
      PutItem: ['org_*/customer'],
      UpdateItem: ['org_*/customer'],
    }),
  ],
  'platform/billing/open-portal.ts': [...inOrganization, ...items({ GetItem: ['org_*/customer'] })],
  'platform/billing/list-subscriptions.ts': [...inOrganization, ...items({ GetItem: ['org_*/customer'] })],
  'platform/billing/get-receipt.ts': [...inOrganization, ...items({ Query: ['org_*/ledger'] })],
  'platform/billing/receive-event.ts': items({
    GetItem: ['payment/*', ...organization],
    PutItem: ['org_*/ledger'],
    UpdateItem: ['payment/*', 'org_*/balance', 'org_*/top-up'],
  }),
  'platform/api-keys/create.ts': [
    ...inProject,
    ...items({
      GetItem: ['prj_*/key_*'],
      PutItem: ['prj_*/key_*', 'prj_*/api-keys', 'key/*', 'org_*/audit'],
      UpdateItem: ['prj_*/live-api-keys'],
      ConditionCheckItem: organization,
    }),
  ],
  'platform/api-keys/list.ts': [...inProject, ...items({ Query: ['prj_*/api-keys'], GetItem: ['key/*'] })],
  'platform/api-keys/revoke.ts': [
    ...inProject,
    ...items({
      GetItem: ['prj_*/key_*'],
      UpdateItem: ['prj_*/key_*', 'prj_*/api-keys', 'key/*', 'prj_*/live-api-keys'],
      PutItem: ['org_*/audit'],
    }),
  ],
};

import { describe, expect, test } from 'vitest';
import { partitions } from '#cdk/constructs/partitions.ts';
import { keyList, projectKeyKey, addUsableKey } from '#lib/domain/api-keys/project-key.ts';
import { sessionsOf } from '#lib/domain/auth/session-list.ts';
import { keyItemKey } from '#lib/domain/auth/key-record.ts';
import { balancePk, customerKey, ledgerPk, topUpKey, usagePk } from '#lib/domain/billing/keys.ts';
import { fileKey } from '#lib/domain/files/file.ts';
import { randomId } from '#lib/platform/ids.ts';
import {
  organizationWebhooksOf,
  placesOf,
  projectsOf,
  unfinishedJobsOf,
} from '#lib/platform/limits/id-sets.ts';
import { invitationsOf } from '#lib/domain/organizations/members/invitation.ts';
import {
  membershipKey,
  organizationList,
  projectKey,
  projectList,
} from '#lib/domain/organizations/organization.ts';
import { modeOf, projectOf, type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { jobKey } from '#lib/domain/transcriptions/job-item.ts';
import { uploadItemKey } from '#lib/domain/uploads/upload.ts';
import { deliveriesOf } from '#lib/domain/webhooks/delivery.ts';
import { webhooksPk } from '#lib/domain/webhooks/webhook.ts';
import { eventKey } from '#lib/domain/webhooks/event.ts';
import { matchesPattern } from '#local/access/pattern.ts';

const project = randomId('prj');
const organization = randomId('org');
const user = randomId('usr');

/** A partition key of each kind of item for this tenant. Keys that lib does not export are written out. */
const keysOf = (tenant: Tenant): Record<keyof typeof partitions, readonly string[]> => {
  const of = (prefix: string) => ({ tenant, id: randomId(prefix) });
  const projectId = projectOf(tenant);
  const apiKey = { projectId, id: randomId('key'), mode: modeOf(tenant) };
  return {
    jobs: [jobKey(of('ofq')).pk],
    jobParts: [`${tenant}/parts-of-${randomId('ofq')}`],
    uploads: [uploadItemKey(tenant, randomId('upl')).pk],
    files: [fileKey(of('file')).pk],
    projectQueues: [unfinishedJobsOf(tenant).key.pk],
    inFlight: [`${tenant}/in-flight`],
    waits: [`${tenant}/waits`, `${organization}/waits`],
    charges: [ledgerPk(tenant)],
    usage: [usagePk(tenant)],
    closedBooks: [`${tenant}/closed-books`],
    testQuotas: [`${tenant}/quota`],
    realtimeSessions: [`${tenant}/${randomId('rts')}`],
    realtimePlaces: [`${tenant}/realtime`],
    requests: [`${tenant}/request/request-7`],
    webhooks: [webhooksPk(tenant)],
    webhookMembers: [`${tenant}/webhook-members`],
    events: [eventKey(of('evt')).pk],
    deliveries: [deliveriesOf({ ...of('prj'), webhookId: randomId('whk') })],
    projects: [projectKey(project).pk],
    projectLists: [projectList(organization)],
    projectPlaces: [projectsOf(organization).key.pk],
    webhookTests: [`${organization}/webhook-tests`],
    organizationWebhooks: [organizationWebhooksOf(organization).key.pk],
    apiKeys: [projectKeyKey(apiKey).pk],
    apiKeyLists: [keyList(projectId)],
    liveApiKeys: [addUsableKey(apiKey).key.pk],
    keys: [keyItemKey('ABCDEFGHIJKLMNOP').pk],
    memberships: [membershipKey({ organizationId: organization, userId: user }).pk, 'org_none'],
    invitations: [invitationsOf(organization)],
    memberPlaces: [placesOf(organization).key.pk],
    auditLogs: [`${organization}/audit`],
    organizationLists: [organizationList(user)],
    organizationQueues: [`${organization}/queue`],
    balances: [balancePk(organization)],
    customers: [customerKey(organization).pk],
    topUps: [topUpKey(organization).pk],
    payments: ['payment/pi_123', 'payment/in_456'],
    paymentLedgers: [ledgerPk(organization)],
    people: [`user/${user}`],
    sessionLists: [sessionsOf(user)],
    sessions: [`session/${'0'.repeat(64)}`],
    signIns: [`sign-in/${'0'.repeat(64)}`],
  };
};

const all = Object.entries(partitions);

describe.each([
  ['the live mode of a project', tenantOf(project, 'live')],
  ['the test mode of a project', tenantOf(project, 'test')],
  // cdk/create-api-key.ts lets the operator choose the id.
  ['a project with an id chosen by the operator', tenantOf('prj_acme', 'live')],
])('with %s as the tenant', (_, tenant) => {
  test.each(Object.entries(keysOf(tenant)))(
    'the patterns of %s match its keys, and no other patterns do',
    (name, keys) => {
      for (const key of keys) {
        const matching = all.filter(([, patterns]) =>
          patterns.some((pattern) => matchesPattern(pattern, key)),
        );
        expect(matching.map(([kind]) => kind)).toEqual([name]);
      }
    },
  );
});

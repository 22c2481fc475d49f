import type { Tenant } from '#lib/platform/tenant.ts';
import type { IdSet } from './id-set.ts';

/** Ids of a tenant's or organization's unfinished jobs, and of some that just ended. */
export const unfinishedJobsOf = (owner: string): IdSet => ({
  key: { pk: `${owner}/queue`, sk: 'queue' },
  name: 'unfinished',
});

/** Ids of the organizations that a person created. */
export const organizationsOf = (userId: string): IdSet => ({
  key: { pk: `user/${userId}`, sk: 'organizations' },
  name: 'founded',
});

/** Ids of an organization's projects. */
export const projectsOf = (organizationId: string): IdSet => ({
  key: { pk: `${organizationId}/project-places`, sk: 'places' },
  name: 'projects',
});

/** Ids of the invitations that are open or were accepted. Each of them occupies a place in the organization. */
export const placesOf = (organizationId: string): IdSet => ({
  key: { pk: `${organizationId}/member-places`, sk: 'places' },
  name: 'invitations',
});

/** Ids of a tenant's live realtime sessions. */
export const liveSessionsOf = (tenant: Tenant): IdSet => ({
  key: { pk: `${tenant}/realtime`, sk: 'places' },
  name: 'live',
});

/** Ids of a tenant's webhooks. */
export const webhooksOf = (tenant: Tenant): IdSet => ({
  key: { pk: `${tenant}/webhook-members`, sk: 'members' },
  name: 'endpoints',
});

/** The id of the tenant's webhook without an address. It is in the same item. */
export const jobWebhookOf = (tenant: Tenant): IdSet => ({ ...webhooksOf(tenant), name: 'forJobs' });

/** Ids of the webhooks of an organization's projects, in both modes. */
export const organizationWebhooksOf = (organizationId: string): IdSet => ({
  key: { pk: `${organizationId}/webhooks`, sk: 'members' },
  name: 'endpoints',
});

import type { Tenant } from '#lib/platform/tenant.ts';
import type { IdSet } from './id-set.ts';

/** The ids of the jobs that a tenant, or an organization, has on their way. */
export const unfinishedJobsOf = (owner: string): IdSet => ({
  key: { pk: `${owner}/queue`, sk: 'queue' },
  name: 'unfinished',
});

/** Of the organizations that a person has founded. */
export const organizationsOf = (userId: string): IdSet => ({
  key: { pk: `user/${userId}`, sk: 'organizations' },
  name: 'founded',
});

/** Of an organization's projects. */
export const projectsOf = (organizationId: string): IdSet => ({
  key: { pk: `${organizationId}/project-places`, sk: 'places' },
  name: 'projects',
});

/** Of a tenant's webhooks. */
export const webhooksOf = (tenant: Tenant): IdSet => ({
  key: { pk: `${tenant}/webhook-members`, sk: 'members' },
  name: 'endpoints',
});

/** Of the webhooks of all projects of an organization, in both modes. */
export const organizationWebhooksOf = (organizationId: string): IdSet => ({
  key: { pk: `${organizationId}/webhooks`, sk: 'members' },
  name: 'endpoints',
});

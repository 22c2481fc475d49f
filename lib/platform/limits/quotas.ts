import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { count } from '#lib/platform/http/fields.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { memberCount } from './id-set.ts';
import type { Limits } from './limits.ts';
import { organizationWebhooksOf, projectsOf, unfinishedJobsOf, webhooksOf } from './id-sets.ts';

export const QuotaView = z
  .object({
    limit: z
      .enum([
        'unfinished_jobs_per_project_max',
        'unfinished_jobs_per_organization_max',
        'projects_per_organization_max',
        'webhooks_per_project_max',
        'webhooks_per_organization_max',
      ])
      .meta({ description: "The limit's name in GET /v1/capabilities." }),
    used: count,
    max: count,
  })
  .meta({ id: 'Quota', description: 'The current use of a limit.' });
export type QuotaView = z.infer<typeof QuotaView>;

type Owner = { readonly tenant: Tenant; readonly organizationId: string | null };

/** The current use of a project's limits, in one mode, and of its organization's. One read each. */
export const quotasOf = async (
  table: Pick<Table, 'get'>,
  { tenant, organizationId }: Owner,
  limits: Limits,
): Promise<QuotaView[]> => {
  // A project without an organization has limits of its own only.
  const together = <T>(quotaOf: (id: string) => T): T[] =>
    organizationId === null ? [] : [quotaOf(organizationId)];
  const quotas = [
    ['unfinished_jobs_per_project_max', unfinishedJobsOf(tenant), limits.unfinishedJobsPerProject] as const,
    ...together(
      (id) =>
        [
          'unfinished_jobs_per_organization_max',
          unfinishedJobsOf(id),
          limits.unfinishedJobsPerOrganization,
        ] as const,
    ),
    ...together(
      (id) => ['projects_per_organization_max', projectsOf(id), limits.projectsPerOrganization] as const,
    ),
    ['webhooks_per_project_max', webhooksOf(tenant), limits.webhooksPerProject] as const,
    ...together(
      (id) =>
        [
          'webhooks_per_organization_max',
          organizationWebhooksOf(id),
          limits.webhooksPerOrganization,
        ] as const,
    ),
  ];
  return Promise.all(
    quotas.map(async ([limit, ids, max]) => ({ limit, used: await memberCount(table, ids), max })),
  );
};

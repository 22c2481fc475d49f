import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { count } from '#lib/platform/http/fields.ts';
import type { Owner } from '#lib/platform/tenant.ts';
import { type IdSet, memberCount } from './id-set.ts';
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

/** The current use of the limits of a project in one mode, and of its organization. Each costs one read. */
export const quotasOf = async (
  table: Pick<Table, 'get'>,
  { tenant, organizationId }: Owner,
  limits: Limits,
): Promise<QuotaView[]> => {
  // A project without an organization has only its own limits.
  const together = (setOf: (id: string) => IdSet): IdSet | undefined =>
    organizationId === null ? undefined : setOf(organizationId);
  const sets: readonly (readonly [QuotaView['limit'], IdSet | undefined, number])[] = [
    ['unfinished_jobs_per_project_max', unfinishedJobsOf(tenant), limits.unfinishedJobsPerProject],
    [
      'unfinished_jobs_per_organization_max',
      together(unfinishedJobsOf),
      limits.unfinishedJobsPerOrganization,
    ],
    ['projects_per_organization_max', together(projectsOf), limits.projectsPerOrganization],
    ['webhooks_per_project_max', webhooksOf(tenant), limits.webhooksPerProject],
    ['webhooks_per_organization_max', together(organizationWebhooksOf), limits.webhooksPerOrganization],
  ];
  const quotas = sets.map(async ([limit, ids, max]) =>
    ids ? [{ limit, used: await memberCount(table, ids), max }] : [],
  );
  return (await Promise.all(quotas)).flat();
};

import type { Key } from '#lib/platform/aws/table.ts';
import { shardOf } from '#lib/platform/ids.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

/** What many jobs count at once is counted in so many places: those that end together would wait for each other at one. */
const shards = 16;

/** Lines of a project's ledger are its charges, those of an organization's what it paid and got back. */
export const ledgerPk = (owner: string): string => `${owner}/ledger`;

/** The usage of a project, a few items for each UTC day ("2026-11-20"). */
export const usagePk = (tenant: Tenant): string => `${tenant}/usage`;
export const usageKey = (tenant: Tenant, day: string, jobId: string): Key => ({
  pk: usagePk(tenant),
  sk: `${day}/${shardOf(jobId, shards)}`,
});

/** What the balance of an organization is the sum of: its credits in one item, its charges in a few. */
export const balancePk = (organizationId: string): string => `${organizationId}/balance`;
export const creditsKey = (organizationId: string): Key => ({ pk: balancePk(organizationId), sk: 'credits' });
export const spentKey = (organizationId: string, jobId: string): Key => ({
  pk: balancePk(organizationId),
  sk: `spent/${shardOf(jobId, shards)}`,
});

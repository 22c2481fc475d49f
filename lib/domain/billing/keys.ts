import type { Key } from '#lib/platform/aws/table.ts';
import { shardOf } from '#lib/platform/ids.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

/** Shards per counter, against a hot item. */
const shards = 16;

/** A project's ledger has its charges, an organization's its payments and refunds. */
export const ledgerPk = (owner: string): string => `${owner}/ledger`;

/** A project's usage: a few items for each UTC day ("2026-11-20"). */
export const usagePk = (tenant: Tenant): string => `${tenant}/usage`;
export const usageKey = (tenant: Tenant, day: string, jobId: string): Key => ({
  pk: usagePk(tenant),
  sk: `${day}/${shardOf(jobId, shards)}`,
});

/** An organization's balance: one item of credits and a few of charges. */
export const balancePk = (organizationId: string): string => `${organizationId}/balance`;
export const creditsKey = (organizationId: string): Key => ({ pk: balancePk(organizationId), sk: 'credits' });
export const spentKey = (organizationId: string, jobId: string): Key => ({
  pk: balancePk(organizationId),
  sk: `spent/${shardOf(jobId, shards)}`,
});

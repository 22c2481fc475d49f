import type { Key } from '#lib/platform/aws/table.ts';
import type { Position } from '#lib/platform/http/cursor.ts';
import { shardOf } from '#lib/platform/ids.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

/** The number of shards per counter, which avoids a hot item. */
const shards = 16;

/** A project's ledger has its charges, an organization's its payments and refunds. */
export const ledgerPk = (owner: string): string => `${owner}/ledger`;

/**
 * The key of a job's charge. It is derived from the job's key, so a second charge cannot be written. The time of the
 * job's creation comes first, so charges are sorted by it.
 */
export const chargeKey = (tenant: Tenant, { createdAt, id }: Position): Key => ({
  pk: ledgerPk(tenant),
  sk: `charge/${createdAt}/${id}`,
});

/** The job of a charge. */
export const chargedJobOf = (sk: string): Position => {
  const [, createdAt = '', id = ''] = sk.split('/');
  return { createdAt, id };
};

/** The groups by which usage is counted. */
export type UsageGroup = { readonly keyId: string | null; readonly detectedLanguage: string | null };

/** A project's usage: for each UTC day ("2026-11-20"), key and language a few items. */
export const usagePk = (tenant: Tenant): string => `${tenant}/usage`;
export const usageKey = (
  { tenant, id, keyId, detectedLanguage }: UsageGroup & { readonly tenant: Tenant; readonly id: string },
  day: string,
): Key => ({
  pk: usagePk(tenant),
  sk: [day, keyId ?? '', detectedLanguage ?? '', shardOf(id, shards)].join('/'),
});

/** The day and group of an item of usage. */
export const usageGroupOf = (sk: string): UsageGroup & { readonly day: string } => {
  const [day = '', keyId, language] = sk.split('/');
  return { day, keyId: keyId || null, detectedLanguage: language || null };
};

/** An organization's customer at the payment provider. */
export const customerKey = (organizationId: string): Key => ({
  pk: `${organizationId}/customer`,
  sk: 'customer',
});

/** An organization's order to buy credit automatically. */
export const topUpKey = (organizationId: string): Key => ({ pk: `${organizationId}/top-up`, sk: 'top-up' });

/** An organization's balance: one item of credits, one of limits, and a few of charges. */
export const balancePk = (organizationId: string): string => `${organizationId}/balance`;
export const creditsKey = (organizationId: string): Key => ({ pk: balancePk(organizationId), sk: 'credits' });
export const limitsKey = (organizationId: string): Key => ({ pk: balancePk(organizationId), sk: 'limits' });
export const spentKey = (organizationId: string, jobId: string): Key => ({
  pk: balancePk(organizationId),
  sk: `spent/${shardOf(jobId, shards)}`,
});

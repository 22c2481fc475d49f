import { readAccount } from '#lib/domain/billing/balance.ts';
import { freeOf } from '#lib/domain/billing/hold.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { readTestQuota, type TestQuota } from '#lib/platform/limits/test-quota.ts';
import { modeOf, type Owner } from '#lib/platform/tenant.ts';

/** The reason why a session may not process more audio than `heardMs`. Undefined if it may. A session does not hold credit. */
export type Allowance = (
  payer: Owner,
  heardMs: number,
) => Promise<'insufficient_credits' | 'test_quota_exceeded' | undefined>;

type AllowanceDeps = {
  readonly table: Pick<Table, 'get' | 'query'>;
  readonly prepaid: boolean;
  readonly testQuota: TestQuota;
  readonly now: () => Date;
};

/** Takes one read; in live mode only with prepayment. */
export const allowance =
  ({ table, prepaid, testQuota, now }: AllowanceDeps): Allowance =>
  async ({ tenant, organizationId }, heardMs) => {
    if (modeOf(tenant) === 'test') {
      const usedMs = await readTestQuota(table, tenant, now());
      return usedMs + heardMs < testQuota.limitMs ? undefined : 'test_quota_exceeded';
    }
    if (!prepaid || organizationId === null) return undefined;
    const account = await readAccount(table, organizationId);
    return freeOf(account) > chargeMicroUsd(heardMs) ? undefined : 'insufficient_credits';
  };

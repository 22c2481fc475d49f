import { readAccount } from '#lib/domain/billing/balance.ts';
import { freeOf } from '#lib/domain/billing/hold.ts';
import { chargeMicroUsd, exactSum } from '#lib/domain/money.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { readTestQuota, type TestQuota } from '#lib/platform/limits/test-quota.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { otherLiveSessions } from './live-sessions.ts';
import { priceOf } from './price.ts';
import { audioMsOf, type RealtimeSession } from './session.ts';

/**
 * The reason why a session may not process more audio than `heardMs`. Undefined if it may. A session does not hold
 * credit, so what the other live sessions have heard counts too.
 */
export type Allowance = (
  session: Pick<RealtimeSession, 'tenant' | 'organizationId' | 'id'>,
  heardMs: number,
) => Promise<'insufficient_credits' | 'test_quota_exceeded' | undefined>;

type AllowanceDeps = {
  readonly table: Pick<Table, 'get' | 'query'>;
  readonly prepaid: boolean;
  readonly testQuota: TestQuota;
  readonly now: () => Date;
};

/** Reads nothing in live mode without prepayment. */
export const allowance =
  ({ table, prepaid, testQuota, now }: AllowanceDeps): Allowance =>
  async (session, heardMs) => {
    const { tenant, organizationId } = session;
    // What is charged is read first: a session that ends in between is then counted at the next check, and not twice at
    // this one, which could end this session.
    if (modeOf(tenant) === 'test') {
      const usedMs = await readTestQuota(table, tenant, now());
      const others = await otherLiveSessions(table, session);
      const sumMs = exactSum([usedMs, heardMs, ...others.map(audioMsOf)]);
      return sumMs < testQuota.limitMs ? undefined : 'test_quota_exceeded';
    }
    if (!prepaid || organizationId === null) return undefined;
    const freeMicroUsd = freeOf(await readAccount(table, organizationId));
    const others = await otherLiveSessions(table, session);
    const owedMicroUsd = exactSum([chargeMicroUsd(heardMs), ...others.map(priceOf)]);
    return freeMicroUsd > owedMicroUsd ? undefined : 'insufficient_credits';
  };

import type { Item, Table, Write } from '#lib/platform/aws/table.ts';
import { readAccount } from '#lib/domain/billing/balance.ts';
import { holdWithinLimit, isFree, owedOf, takeHold } from '#lib/domain/billing/hold.ts';
import { isLimitReached, limitFloor } from '#lib/domain/billing/spend-limit.ts';
import { testQuotaLeft, type TestQuota } from '#lib/platform/limits/test-quota.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import type { CreateOutcome } from './transcription-repository.ts';
import type { Transcription } from './transcription.ts';

/** The writes for the resources that a job needs in addition to its audio and room in the queues. */
export type CreateWrites = {
  /** At most one write. `refused` is the outcome if it is refused. */
  readonly writes: readonly Write[];
  readonly refusal: CreateOutcome;
  /** Whether the read already shows that the write would be refused. */
  readonly isRefused: boolean;
  /** Whether the write was refused only because a payment came after the read. `item` is the item of the refused write. */
  readonly isStale?: (item: Item | undefined) => boolean;
};

const noCredit = { kind: 'no_credit' } as const;
const overLimit = { kind: 'spend_limit_reached' } as const;

/** Holds credit within the spend limit, or in test mode takes some of the day's audio. One read in live mode. */
export const createWrites =
  (table: Pick<Table, 'query'>, testQuota: TestQuota) =>
  async (job: Transcription, now: Date): Promise<CreateWrites> => {
    const { tenant, organizationId, heldMicroUsd } = job;
    if (modeOf(tenant) === 'test') {
      const check = testQuotaLeft(tenant, testQuota, now);
      return { writes: [{ check }], refusal: { kind: 'test_quota_used_up' }, isRefused: false };
    }
    if (organizationId === null) return { writes: [], refusal: noCredit, isRefused: false };
    const account = await readAccount(table, organizationId);
    const isOver = isLimitReached(account, now);
    if (heldMicroUsd === null) return { writes: [], refusal: overLimit, isRefused: isOver };
    const owed = owedOf(account);
    const floor = limitFloor(account, now);
    const hold = takeHold(organizationId, heldMicroUsd, Math.max(owed, floor));
    const refusal = floor > owed ? overLimit : noCredit;
    const isRefused = isOver || !isFree(account);
    if (account.limitMicroUsd === null) return { writes: [{ update: hold }], refusal, isRefused };
    return {
      writes: [{ update: holdWithinLimit(hold, account) }],
      refusal,
      isRefused,
      isStale: (item) => item?.['creditMicroUsd'] !== account.creditMicroUsd,
    };
  };

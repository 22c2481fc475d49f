import type {
  CreateOutcome,
  Cut,
  SplitRefusal,
} from '#lib/domain/transcriptions/transcription-repository.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { billableMs, type Transcription } from '#lib/domain/transcriptions/transcription.ts';

/** Balances, holds, charges and test quotas in memory. */
export const memoryMoney = (testLimitMs: number) => {
  /** Micro-dollars by organization. */
  const credits = new Map<string, number>();
  const held = new Map<string, number>();
  const spent = new Map<string, number>();
  /** Micro-dollars by key of the ledger line, and by tenant and UTC day. */
  const ledger = new Map<string, number>();
  const usage = new Map<string, number>();
  /** Milliseconds of audio by tenant and UTC day. */
  const quota = new Map<string, number>();

  const add = (sums: Map<string, number>, key: string, amount: number): void =>
    void sums.set(key, (sums.get(key) ?? 0) + amount);
  const freeOf = (payer: string): number =>
    (credits.get(payer) ?? 0) - (held.get(payer) ?? 0) - (spent.get(payer) ?? 0);
  const hold = ({ organizationId }: Transcription, microUsd: number): void =>
    add(held, organizationId ?? 'no organization', microUsd);
  const dayOf = ({ tenant }: Transcription, now: Date): string =>
    `${tenant}/${now.toISOString().slice(0, 10)}`;
  const isUsedUp = (job: Transcription, now: Date): boolean =>
    (quota.get(dayOf(job, now)) ?? 0) >= testLimitMs;

  return {
    credits,
    held,
    spent,
    ledger,
    usage,
    quota,
    pay: (organizationId: string, microUsd: number): void => add(credits, organizationId, microUsd),
    /** The reason to refuse the job, or undefined. */
    refused: (job: Transcription, now: Date): CreateOutcome | undefined => {
      if (modeOf(job.tenant) === 'test')
        return isUsedUp(job, now) ? { kind: 'test_quota_used_up' } : undefined;
      const isFree = job.heldMicroUsd === null || freeOf(job.organizationId ?? 'no organization') > 0;
      return isFree ? undefined : { kind: 'no_credit' };
    },
    hold,
    /** Adjusts the hold and uses the daily quota. Returns the new hold, or the reason to refuse the job. */
    settle: (
      job: Transcription,
      { now, ...cut }: Cut,
    ): Pick<Transcription, 'heldMicroUsd' | 'holds'> | SplitRefusal => {
      if (modeOf(job.tenant) === 'test') {
        if (isUsedUp(job, now)) return 'test_quota_exceeded';
        add(quota, dayOf(job, now), billableMs(cut));
      }
      if (job.heldMicroUsd === null) return { heldMicroUsd: null, holds: job.holds };
      const price = chargeMicroUsd(billableMs(cut));
      const missing = price - job.heldMicroUsd;
      if (missing > 0 && freeOf(job.organizationId ?? 'no organization') <= 0) return 'insufficient_credits';
      hold(job, missing);
      return { heldMicroUsd: price, holds: [...job.holds, { microUsd: price, at: now.toISOString() }] };
    },
    release: (job: Transcription): void => hold(job, -(job.heldMicroUsd ?? 0)),
    charge: (job: Transcription, microUsd: number, now: Date): void => {
      ledger.set(`${job.tenant}/${job.id}`, microUsd);
      add(usage, dayOf(job, now), microUsd);
      add(spent, job.organizationId ?? 'no organization', microUsd);
    },
  };
};

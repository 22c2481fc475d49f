import type { HoldFor } from '#lib/domain/billing/hold.ts';
import { type Mode, modeOf } from '#lib/platform/tenant.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import { chunkMs } from './audio.ts';
import { minute } from './chaos.ts';
import { callerOf } from './caller.ts';
import type { Random } from '../support/random.ts';
import type { Timeline } from './timeline.ts';
import type { Worker } from './worker.ts';

type Created = Parameters<HoldFor>[0];

/** Amounts for almost no audio, for one and two chunks, and for the longest audio. */
const holdAmounts = [8, 8, 2_500, 5_000, 1_500_042] as const;

/** Whether jobs are prepaid, the credit of their organization, and the daily audio limit of test mode. */
export const newBudget = (random: Random) => {
  const prepaid = random.chance(0.3);
  const scarce = random.chance(0.5);
  const credit = random.pick(0, 1, 12, 2_500, 8_000, 2_000_000);
  const payments = Array.from({ length: random.below(3) }, () => ({
    inMs: random.below(5 * minute),
    amount: random.pick(1, 2_500, 2_000_000),
  }));
  return {
    prepaid,
    testLimitMs: scarce ? random.pick(1, chunkMs, 2 * chunkMs) : 60 * minute,
    open: ({ money }: MemoryDatabase, timeline: Timeline, trace: (line: string) => void): void => {
      const payer = callerOf('prj_a.live').organizationId ?? '';
      money.pay(payer, credit);
      for (const { inMs, amount } of prepaid ? payments : [])
        timeline.in(inMs, () => {
          trace(`customer pays ${amount}`);
          money.pay(payer, amount);
        });
    },
    holdFor: async (worker: Worker, { tenant }: Created): Promise<number | null> => {
      if (!prepaid || modeOf(tenant) === 'test') return null;
      return worker.call('dynamodb', 'find upload', async () => random.pick(...holdAmounts));
    },
    /** The error of a customer who runs out of credit or quota in this mode. Undefined if that cannot happen. */
    possibleError: (mode: Mode) => {
      if (mode === 'test') return scarce ? ('test_quota_exceeded' as const) : undefined;
      return prepaid ? ('insufficient_credits' as const) : undefined;
    },
  };
};
export type Budget = ReturnType<typeof newBudget>;

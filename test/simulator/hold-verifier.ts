import { chargeMicroUsd } from '#lib/domain/money.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { processedMsOf } from '#lib/domain/transcriptions/part-progress.ts';
import { billableMs, isTerminal, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Budget } from './budget.ts';

type Check = (isTrue: boolean, message: () => string) => void;

const total = (amounts: Iterable<number>): number => Array.from(amounts).reduce((sum, one) => sum + one, 0);

/** Compares the held credit of jobs with the accounts, and their audio in test mode with the daily quota. */
export const newHoldVerifier = (
  { rows, money, progressOf }: MemoryDatabase,
  check: Check,
  { prepaid, testLimitMs }: Budget,
) => {
  const checkJob = (job: Transcription): void => {
    const { id, status, tenant, heldMicroUsd, error } = job;
    const processedMs = processedMsOf(progressOf(job));
    const needsHold = prepaid && modeOf(tenant) === 'live' && !isTerminal(status);
    check((heldMicroUsd !== null) === needsHold, () => `${id} is ${status} and holds ${heldMicroUsd}`);
    check(
      error?.type !== 'test_quota_exceeded' || processedMs === 0,
      () => `${id} is refused, but ${processedMs} ms of it were recognized`,
    );
  };

  const checkAccounts = (jobs: readonly Transcription[]): void => {
    const maxCharge = Math.max(0, ...jobs.map((job) => chargeMicroUsd(billableMs(job))));
    for (const payer of new Set([...money.credits.keys(), ...money.held.keys(), ...money.spent.keys()])) {
      const own = jobs.filter(({ organizationId }) => (organizationId ?? 'no organization') === payer);
      const held = money.held.get(payer) ?? 0;
      const holds = total(own.map((job) => job.heldMicroUsd ?? 0));
      check(held === holds, () => `${payer} has ${held} held, but its jobs hold ${holds}`);
      const balance = (money.credits.get(payer) ?? 0) - (money.spent.get(payer) ?? 0);
      check(!prepaid || balance >= -maxCharge, () => `the balance of ${payer} is ${balance}`);
    }
  };

  const checkQuota = (jobs: readonly Transcription[]): void => {
    const known = jobs.filter(({ tenant }) => modeOf(tenant) === 'test').map(billableMs);
    const used = [...money.quota.values()];
    check(
      total(used) === total(known),
      () => `${total(known)} ms were recognized, but ${total(used)} ms were counted`,
    );
    const maxMs = testLimitMs + Math.max(0, ...known) - 1;
    for (const one of used)
      check(one <= maxMs, () => `${one} ms were used on one day, whose limit is ${testLimitMs}`);
  };

  return {
    verify: (): void => {
      const jobs = [...rows.values()].map(({ job }) => job);
      for (const job of jobs) checkJob(job);
      checkAccounts(jobs);
      checkQuota(jobs);
    },
  };
};

import { chargeMicroUsd } from '#lib/domain/money.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { isTerminal, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Purse } from './purse.ts';

type Must = (holds: boolean, sentence: () => string) => void;

const total = (amounts: Iterable<number>): number => Array.from(amounts).reduce((sum, one) => sum + one, 0);

/** Holds what jobs hold, and what they use up of a day in test mode, against what there is. */
export const newHolds = ({ rows, money }: MemoryDatabase, must: Must, { prepaid, testLimitMs }: Purse) => {
  const checkJob = ({ id, status, tenant, heldMicroUsd, error, processedMs }: Transcription): void => {
    const holds = prepaid && modeOf(tenant) === 'live' && !isTerminal(status);
    must((heldMicroUsd !== null) === holds, () => `${id} is ${status} and holds ${heldMicroUsd}`);
    must(
      error?.type !== 'test_quota_exceeded' || processedMs === 0,
      () => `${id} is refused and ${processedMs} ms of it were recognized`,
    );
  };

  const checkAccounts = (jobs: readonly Transcription[]): void => {
    const dearest = Math.max(0, ...jobs.map(({ audioMs }) => chargeMicroUsd(audioMs ?? 0)));
    for (const payer of new Set([...money.credits.keys(), ...money.held.keys(), ...money.spent.keys()])) {
      const own = jobs.filter(({ organizationId }) => (organizationId ?? 'nobody') === payer);
      const [held, holds] = [money.held.get(payer) ?? 0, total(own.map((job) => job.heldMicroUsd ?? 0))];
      must(held === holds, () => `${held} are held of ${payer}, its jobs hold ${holds}`);
      const balance = (money.credits.get(payer) ?? 0) - (money.spent.get(payer) ?? 0);
      must(!prepaid || balance >= -dearest, () => `the balance of ${payer} is ${balance}`);
    }
  };

  const checkQuota = (jobs: readonly Transcription[]): void => {
    const known = jobs.filter(({ tenant }) => modeOf(tenant) === 'test').map(({ audioMs }) => audioMs ?? 0);
    const used = [...money.quota.values()];
    must(total(used) === total(known), () => `${total(known)} ms were recognized, ${total(used)} counted`);
    const most = testLimitMs + Math.max(0, ...known) - 1;
    for (const one of used) must(one <= most, () => `${one} ms of a day that has ${testLimitMs} are used up`);
  };

  return {
    check: (): void => {
      const jobs = [...rows.values()].map(({ job }) => job);
      for (const job of jobs) checkJob(job);
      checkAccounts(jobs);
      checkQuota(jobs);
    },
  };
};

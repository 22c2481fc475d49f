import { later } from '#lib/platform/durations.ts';
import type { Outcome, Table } from '#lib/platform/aws/table.ts';
import { fenced, jobOf } from './job-item.ts';
import { firstSweepMs, leaseMs } from './timing.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { partsOfAttempt } from './current-parts.ts';
import { type Claim, Transcription } from './transcription.ts';

type PartWrites = Pick<TranscriptionRepository, 'markPlanned' | 'markPartCut' | 'releaseParts'>;

/** The planned job, also if an earlier call of this attempt wrote the plan but its response was lost. */
const plannedJob = (outcome: Outcome, claim: Claim): Transcription | undefined => {
  if (!outcome.item) return undefined;
  const job = Transcription.parse(outcome.item);
  return outcome.done || partsOfAttempt(job, claim) ? job : undefined;
};

/**
 * The writes about a job's parts, in the DynamoDB table. They are refused if the job has given its parts up or joined
 * them.
 */
export const dynamoParts = (table: Pick<Table, 'update'>): PartWrites => ({
  markPlanned: async (claim, count, now) => {
    const parts = { count, attempt: claim.attempt, plannedAt: now.toISOString() };
    const change = fenced(claim, {
      set: 'SET parts = :parts, leaseUntil = :lease, due_at = :lease',
      where: 'attribute_exists(leaseUntil) AND attribute_not_exists(parts)',
      values: { ':parts': parts, ':lease': later(now, leaseMs).toISOString() },
    });
    return plannedJob(await table.update(change), claim);
  },

  markPartCut: async ({ part, ...claim }, now) => {
    const change = fenced(claim, {
      set: 'SET sweeps = :none, leaseUntil = :due, due_at = :due ADD cutParts :parts',
      where: 'attribute_exists(leaseUntil)',
      values: { ':parts': new Set([part]), ':none': 0, ':due': later(now, leaseMs).toISOString() },
    });
    return jobOf(await table.update(change));
  },

  releaseParts: async (claim, now) => {
    const change = fenced(claim, {
      set: 'SET due_at = :due REMOVE leaseUntil',
      where: 'attribute_exists(leaseUntil)',
      values: { ':due': later(now, firstSweepMs).toISOString() },
    });
    return (await table.update(change)).done;
  },
});

import { later } from '#lib/platform/durations.ts';
import type { Outcome, Table } from '#lib/platform/aws/table.ts';
import { jobKey, leaseCondition } from './job-item.ts';
import type { Parts } from './parts.ts';
import { firstSweepMs, leaseMs } from './timing.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { partsOfAttempt } from './current-parts.ts';
import { type Claim, Transcription } from './transcription.ts';

type PartWrites = Pick<TranscriptionRepository, 'markPlanned' | 'markPartCut' | 'releaseParts'>;

/** The job, also if an earlier call of this attempt wrote the same but its response was lost. */
const recorded = (
  outcome: Outcome,
  claim: Claim,
  isWritten: (parts: Parts) => boolean,
): Transcription | undefined => {
  if (!outcome.item) return undefined;
  const job = Transcription.parse(outcome.item);
  if (outcome.done) return job;
  const parts = partsOfAttempt(job, claim);
  return parts && isWritten(parts) ? job : undefined;
};

/** The writes about a job's parts, in the DynamoDB table. A job that was released or joined takes none of them. */
export const dynamoParts = (table: Pick<Table, 'update'>): PartWrites => ({
  markPlanned: async (claim, plan, now) => {
    const { where, names, values } = leaseCondition(claim);
    const lease = later(now, leaseMs).toISOString();
    const outcome = await table.update({
      key: jobKey(claim),
      set: 'SET parts = :parts, leaseUntil = :lease, due_at = :lease',
      where: `${where} AND attribute_exists(leaseUntil) AND attribute_not_exists(parts)`,
      names,
      values: {
        ...values,
        ':parts': { ...plan, attempt: claim.attempt, plannedAt: now.toISOString(), cuts: {} },
        ':lease': lease,
      },
    });
    return recorded(outcome, claim, () => true);
  },

  markPartCut: async ({ part, ...claim }, cut, now) => {
    const { where, names, values } = leaseCondition(claim);
    const due = later(now, leaseMs).toISOString();
    const outcome = await table.update({
      key: jobKey(claim),
      set: 'SET parts.cuts.#part = :cut, sweeps = :none, leaseUntil = :due, due_at = :due',
      where: `${where} AND attribute_exists(leaseUntil) AND attribute_not_exists(parts.cuts.#part)`,
      names: { ...names, '#part': String(part) },
      values: { ...values, ':cut': cut, ':none': 0, ':due': due },
    });
    return recorded(outcome, claim, ({ cuts }) => cuts[part] !== undefined);
  },

  releaseParts: async (claim, now) => {
    const { where, names, values } = leaseCondition(claim);
    const due = later(now, firstSweepMs).toISOString();
    const { done } = await table.update({
      key: jobKey(claim),
      set: 'SET due_at = :due REMOVE leaseUntil',
      where: `${where} AND attribute_exists(leaseUntil)`,
      names,
      values: { ...values, ':due': due },
    });
    return done;
  },
});

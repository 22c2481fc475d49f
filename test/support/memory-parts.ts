import { later } from '#lib/platform/durations.ts';
import { firstSweepMs, leaseMs } from '#lib/domain/transcriptions/timing.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import { currentParts } from '#lib/domain/transcriptions/current-parts.ts';
import type { Claim, JobRef, Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { Row, Update } from './memory-row.ts';

type PartWrites = Pick<TranscriptionRepository, 'markPlanned' | 'markPartCut' | 'releaseParts'>;

/** The writes of a store about the parts of a job, in memory. `find` reads a job. */
export const memoryParts = (update: Update, find: (ref: JobRef) => Transcription | undefined): PartWrites => {
  const isHeld =
    ({ attempt }: Claim) =>
    ({ job }: Row): boolean =>
      job.status === 'processing' && job.attempt === attempt && job.leaseUntil !== null;

  /** The job in the state in which a repeated call of the same attempt finds it. */
  const found = (claim: Claim): Transcription | undefined => {
    const job = find(claim);
    return job && isHeld(claim)({ job, dueAt: null }) && currentParts(job) ? job : undefined;
  };

  return {
    markPlanned: async (claim, count, now) => {
      const due = later(now, leaseMs).toISOString();
      const parts = { count, attempt: claim.attempt, plannedAt: now.toISOString() };
      return (
        update(
          claim,
          (row) => isHeld(claim)(row) && row.job.parts === null,
          () => ({ parts, leaseUntil: due, dueAt: due }),
        ) ?? found(claim)
      );
    },

    markPartCut: async ({ part, ...claim }, now) => {
      const due = later(now, leaseMs).toISOString();
      return update(claim, isHeld(claim), ({ cutParts }) => ({
        sweeps: 0,
        leaseUntil: due,
        dueAt: due,
        cutParts: new Set([...cutParts, part]),
      }));
    },

    releaseParts: async (claim, now) =>
      update(claim, isHeld(claim), () => ({
        leaseUntil: null,
        dueAt: later(now, firstSweepMs).toISOString(),
      })) !== undefined,
  };
};

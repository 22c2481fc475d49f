import { later } from '#lib/platform/durations.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import { cleanUpSweepMs } from '#lib/domain/transcriptions/timing.ts';
import { erasedRequest, isTerminal, withoutTerms } from '#lib/domain/transcriptions/transcription.ts';
import type { Update } from './memory-row.ts';

/** The operations on ended jobs, in memory. */
export const memoryAfterEnd = (update: Update): Pick<TranscriptionRepository, 'erase' | 'markCleaned'> => ({
  erase: async (ref, now) =>
    update(
      ref,
      ({ job }) => isTerminal(job.status) && job.deletedAt === null,
      () => ({
        deletedAt: now.toISOString(),
        request: erasedRequest,
        sweeps: 0,
        dueAt: later(now, cleanUpSweepMs).toISOString(),
      }),
    ),

  markCleaned: async (seen, { now, nextSweepAt, keepsSource }) => {
    update(
      seen,
      ({ job, dueAt }) =>
        isTerminal(job.status) && job.deletedAt === seen.deletedAt && (!nextSweepAt || dueAt !== null),
      (job) => ({
        ...(!keepsSource && {
          sourceDeletedAt: job.sourceDeletedAt ?? now.toISOString(),
          request: withoutTerms(job.request),
        }),
        doneParts: new Set(),
        cutParts: new Set(),
        dueAt: nextSweepAt?.toISOString() ?? null,
      }),
    );
  },
});

import type { CreateOutcome } from '#lib/domain/transcriptions/transcription-repository.ts';
import { type JobRef, type Transcription, withoutTerms } from '#lib/domain/transcriptions/transcription.ts';

type Find = (ref: JobRef) => Transcription | undefined;
type Change = (ref: JobRef, fields: Partial<Transcription>) => void;

const failedOf = ({ tenant, retryOf }: Transcription): JobRef => ({ tenant, id: retryOf ?? '' });

/** Moves the audio of failed jobs to their retries, in memory. */
export const memoryRetries = (find: Find, change: Change) => ({
  /** The reason to refuse the retry, or undefined. */
  refused: (retry: Transcription): CreateOutcome | undefined => {
    const failed = find(failedOf(retry));
    const isKept =
      failed?.status === 'failed' && failed.deletedAt === null && failed.sourceDeletedAt === null;
    return isKept ? undefined : { kind: 'retry_refused', failed };
  },
  handOver: (retry: Transcription, now: Date): void =>
    change(failedOf(retry), {
      retriedAs: retry.id,
      sourceDeletedAt: now.toISOString(),
      request: withoutTerms(retry.request),
    }),
});

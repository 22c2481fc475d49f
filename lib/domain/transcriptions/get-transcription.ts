import * as z from 'zod';
import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { pathId, wholeNumber } from '#lib/platform/http/parameters.ts';
import { longPoll, type LongPollDeps, maxWaitSeconds } from '#lib/platform/limits/long-poll.ts';
import { type FindDeps, findTranscription, readResult, refOf } from './find-transcription.ts';
import { processedMsOf } from './part-progress.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { hasResult, isTerminal } from './transcription.ts';
import type { TranscriptionView } from './view-schemas.ts';
import { viewTranscription } from './view.ts';

export type GetDeps = FindDeps &
  LongPollDeps & {
    readonly store: Pick<TranscriptionRepository, 'listPartProgress'>;
    readonly results: Pick<Bucket, 'get'>;
  };

/** Path parameters of a job. */
export const TranscriptionParams = z.object({ transcription_id: pathId('ofq', 'Of the job.') });

/** Query of GET /v1/transcriptions/{id}. */
export const GetQuery = z.strictObject({
  wait: wholeNumber({
    min: 0,
    max: maxWaitSeconds,
    default: 0,
    description: 'Maximum number of seconds to delay the response until the status changes.',
  }),
  include: z
    .literal('words', 'The only value is "words".')
    .optional()
    .meta({ description: 'Adds `words` with their times.' }),
});

export type Poll = {
  readonly id: string;
  readonly query: z.infer<typeof GetQuery>;
  /** Remaining time of the function, in ms. */
  readonly remainingMs: () => number;
};

/** Reads a job of the caller's project, at once or within `query.wait` seconds. */
export const getTranscription = async (
  deps: GetDeps,
  caller: Caller,
  poll: Poll,
): Promise<TranscriptionView> => {
  const { query, remainingMs } = poll;
  const ref = refOf(caller, poll.id);
  const job = await longPoll(deps, caller, {
    waitSeconds: query.wait,
    remainingMs,
    look: () => findTranscription(deps, ref),
    isNews: ({ status }, first) => isTerminal(status) || status !== first.status,
  });
  const result = hasResult(job) ? await readResult(deps.results, job) : undefined;
  const progress = job.status === 'processing' ? await deps.store.listPartProgress(job) : [];
  return viewTranscription(job, result, {
    words: query.include === 'words',
    processedMs: processedMsOf(progress),
  });
};

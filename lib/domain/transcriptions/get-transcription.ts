import * as z from 'zod';
import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { pathId, wholeNumber } from '#lib/platform/http/parameters.ts';
import type { BeginWait } from '#lib/platform/limits/waits.ts';
import { type FindDeps, findTranscription, readResult, refOf } from './find-transcription.ts';
import { hasResult, isTerminal, type Transcription } from './transcription.ts';
import type { TranscriptionView } from './view-schemas.ts';
import { viewTranscription } from './view.ts';

export type GetDeps = FindDeps & {
  readonly results: Pick<Bucket, 'get'>;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly beginWait: BeginWait;
};

/** Below API Gateway's timeout of 29 s. */
export const maxWaitSeconds = 25;
const lookEveryMs = 500;
/** Time that the function needs after the wait to read and send the job. */
const answerMs = 3_000;

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

/** Polls until the status changes or `until` (epoch ms) is reached. */
const changedBy = async (deps: GetDeps, first: Transcription, until: number): Promise<Transcription> => {
  let latest = first;
  while (latest.status === first.status && deps.now().getTime() < until) {
    await deps.sleep(lookEveryMs);
    latest = await findTranscription(deps, first);
  }
  return latest;
};

/** Waits only for an unfinished job, and only within the limit of waits. */
const findChanged = async (deps: GetDeps, caller: Caller, poll: Poll): Promise<Transcription> => {
  const waitMs = Math.min(poll.query.wait * 1000, poll.remainingMs() - answerMs);
  const until = deps.now().getTime() + waitMs;
  const job = await findTranscription(deps, refOf(caller, poll.id));
  const leftMs = until - deps.now().getTime();
  if (isTerminal(job.status) || leftMs <= 0) return job;
  const hold = await deps.beginWait(caller, leftMs + lookEveryMs);
  if (!hold) return job;
  try {
    return await changedBy(deps, job, until);
  } finally {
    await hold.leave();
  }
};

/** Reads a job of the caller's project, at once or within `query.wait` seconds. */
export const getTranscription = async (
  deps: GetDeps,
  caller: Caller,
  poll: Poll,
): Promise<TranscriptionView> => {
  const job = await findChanged(deps, caller, poll);
  const result = hasResult(job) ? await readResult(deps.results, job) : undefined;
  return viewTranscription(job, result, { words: poll.query.include === 'words' });
};

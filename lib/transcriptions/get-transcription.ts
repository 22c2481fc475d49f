import * as z from 'zod';
import type { Caller } from '#lib/auth/caller.ts';
import type { Bucket } from '#lib/aws/bucket.ts';
import { pathId, wholeNumber } from '#lib/http/parameters.ts';
import { type FindDeps, findTranscription, readResult, refOf } from './find-transcription.ts';
import { hasResult, isTerminal, type JobRef, type Transcription } from './transcription.ts';
import type { TranscriptionView } from './transcription-view.ts';
import { viewTranscription } from './view.ts';

export type GetDeps = FindDeps & {
  readonly results: Pick<Bucket, 'get'>;
  readonly sleep: (ms: number) => Promise<unknown>;
};

/** Under the 29 s after which API Gateway gives up. */
export const longestWaitSeconds = 25;
const lookEveryMs = 500;

/** Path of everything about one job. */
export const TranscriptionParams = z.object({ transcription_id: pathId('ofq', 'Of the job.') });

/** Query of GET /v1/transcriptions/{id}. */
export const GetQuery = z.strictObject({
  wait: wholeNumber({
    min: 0,
    max: longestWaitSeconds,
    default: 0,
    description: 'For how many seconds to hold the answer back while the status stays as it is.',
  }),
  include: z
    .literal('words', 'The only value is "words".')
    .optional()
    .meta({ description: 'Adds `words` with their times.' }),
});

/** Looks until the status changes or the time is over, so that a caller learns of the end without asking every second. */
const findChanged = async (deps: GetDeps, ref: JobRef, waitMs: number): Promise<Transcription> => {
  const until = deps.now().getTime() + waitMs;
  const first = await findTranscription(deps, ref);
  let latest = first;
  while (!isTerminal(latest.status) && latest.status === first.status && deps.now().getTime() < until) {
    await deps.sleep(lookEveryMs);
    latest = await findTranscription(deps, ref);
  }
  return latest;
};

/** Reads a job of the caller's project, at once or within `query.wait` seconds. */
export const getTranscription = async (
  deps: GetDeps,
  caller: Caller,
  input: { readonly id: string; readonly query: z.infer<typeof GetQuery> },
): Promise<TranscriptionView> => {
  const job = await findChanged(deps, refOf(caller, input.id), input.query.wait * 1000);
  const result = hasResult(job) ? await readResult(deps.results, job) : undefined;
  return viewTranscription(job, result, { words: input.query.include === 'words' });
};

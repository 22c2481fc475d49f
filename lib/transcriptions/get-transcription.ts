import * as z from 'zod';
import type { Caller } from '#lib/auth/caller.ts';
import type { Bucket } from '#lib/aws/bucket.ts';
import { AppError } from '#lib/errors.ts';
import { pathId, wholeNumber } from '#lib/http/parameters.ts';
import { isId } from '#lib/ids.ts';
import { resultKey } from './keys.ts';
import { Result } from './result.ts';
import type { TranscriptionStore } from './store.ts';
import { isTerminal, type JobRef, type Transcription } from './transcription.ts';
import type { TranscriptionView } from './transcription-view.ts';
import { viewTranscription } from './view.ts';

export type GetDeps = {
  readonly store: Pick<TranscriptionStore, 'find'>;
  readonly results: Pick<Bucket, 'get'>;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<unknown>;
};

/** Under the 29 s after which API Gateway gives up. */
export const longestWaitSeconds = 25;
const lookEveryMs = 500;

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

/** Path of a job. */
export const GetParams = z.object({ transcription_id: pathId('ofq', 'Of the job.') });

/** The same words whether the id is malformed, unknown or another project's. */
export const unknownTranscription = () =>
  new AppError('not_found', 'There is no transcription with this id in your project.');

const expired = () =>
  new AppError('expired', 'The result of this transcription is past its retention and was erased.');

const deleted = () => new AppError('expired', 'This transcription was deleted, and its result erased.');

/** A consistent read: right after the create there is a job, and a status never goes back. */
const find = async ({ store }: GetDeps, ref: JobRef): Promise<Transcription> => {
  const job = await store.find(ref);
  if (job) return job;
  throw unknownTranscription();
};

/** Looks until the status changes or the time is over, so that a caller learns of the end without asking every second. */
const findChanged = async (deps: GetDeps, ref: JobRef, waitMs: number): Promise<Transcription> => {
  const until = deps.now().getTime() + waitMs;
  const first = await find(deps, ref);
  let latest = first;
  while (!isTerminal(latest.status) && latest.status === first.status && deps.now().getTime() < until) {
    await deps.sleep(lookEveryMs);
    latest = await find(deps, ref);
  }
  return latest;
};

/** Reads a job of the caller's project, at once or within `query.wait` seconds. */
export const getTranscription = async (
  deps: GetDeps,
  caller: Caller,
  input: { readonly id: string; readonly query: z.infer<typeof GetQuery> },
): Promise<TranscriptionView> => {
  if (!isId('ofq', input.id)) throw unknownTranscription();
  const job = await findChanged(deps, { projectId: caller.projectId, id: input.id }, input.query.wait * 1000);
  if (new Date(job.expiresAt) <= deps.now()) throw expired();
  if (job.deletedAt !== null && job.status !== 'canceled') throw deleted();
  const options = { words: input.query.include === 'words' };
  if (job.status !== 'completed') return viewTranscription(job, undefined, options);
  const stored = await deps.results.get(resultKey(job));
  // The retention was shortened after the job was queued.
  if (!stored) throw expired();
  return viewTranscription(job, Result.parse(JSON.parse(stored.toString())), options);
};

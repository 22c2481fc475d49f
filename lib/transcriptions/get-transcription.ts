import * as z from 'zod';
import type { Caller } from '#lib/auth/caller.ts';
import type { Bucket } from '#lib/aws/bucket.ts';
import { AppError } from '#lib/errors.ts';
import { isId } from '#lib/ids.ts';
import { resultKey } from './keys.ts';
import { Result } from './result.ts';
import type { TranscriptionStore } from './store.ts';
import type { JobRef, Transcription } from './transcription.ts';
import { viewTranscription } from './view.ts';

export type GetDeps = {
  readonly store: Pick<TranscriptionStore, 'find'>;
  readonly results: Pick<Bucket, 'get'>;
  readonly now: () => Date;
};

/** Query of GET /v1/transcriptions/{id}. */
export const GetQuery = z.strictObject({
  include: z.literal('words', 'The only value is "words".').optional(),
});

/** The cheap read may lag behind the create by a moment; before it says no, ask again for the latest. */
const find = async ({ store }: GetDeps, ref: JobRef): Promise<Transcription | undefined> =>
  (await store.find(ref)) ?? (await store.find(ref, { consistent: true }));

/** Reads a job of the caller's project. */
export const getTranscription = async (
  deps: GetDeps,
  caller: Caller,
  input: { readonly id: string; readonly query: z.infer<typeof GetQuery> },
) => {
  const job = isId('ofq', input.id)
    ? await find(deps, { projectId: caller.projectId, id: input.id })
    : undefined;
  if (!job) throw new AppError('not_found', 'There is no transcription with this id in your project.');
  if (new Date(job.expiresAt) <= deps.now()) {
    throw new AppError('expired', 'The result of this transcription is past its retention and was erased.');
  }
  const options = { words: input.query.include === 'words' };
  if (job.status !== 'completed') return viewTranscription(job, undefined, options);
  const stored = await deps.results.get(resultKey(job));
  if (!stored) throw new Error('The result of a completed transcription is not in the bucket.');
  return viewTranscription(job, Result.parse(JSON.parse(stored.toString())), options);
};

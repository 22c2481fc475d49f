import type { Caller } from '#lib/auth/caller.ts';
import type { Bucket } from '#lib/aws/bucket.ts';
import { AppError } from '#lib/errors.ts';
import { isId } from '#lib/ids.ts';
import { resultKey } from './keys.ts';
import { Result } from './result.ts';
import type { TranscriptionStore } from './store.ts';
import type { JobRef, Transcription } from './transcription.ts';

export type FindDeps = { readonly store: Pick<TranscriptionStore, 'find'>; readonly now: () => Date };

/** The same words whether the id is malformed, unknown or another project's. */
export const unknownTranscription = () =>
  new AppError('not_found', 'There is no transcription with this id in your project.');

const expired = () =>
  new AppError(
    'expired',
    'The text of this transcription was erased: it is past its retention, or was deleted.',
  );

/** The job that a path names, of the caller's project. */
export const refOf = (caller: Caller, id: string): JobRef => {
  if (!isId('ofq', id)) throw unknownTranscription();
  return { tenant: caller.tenant, id };
};

/** A job that its owner may still see. A consistent read: right after the create there is a job, and a status never goes back. */
export const findTranscription = async ({ store, now }: FindDeps, ref: JobRef): Promise<Transcription> => {
  const job = await store.find(ref);
  if (!job) throw unknownTranscription();
  const isDeleted = job.deletedAt !== null && job.status !== 'canceled';
  if (isDeleted || new Date(job.expiresAt) <= now()) throw expired();
  return job;
};

/** The text of a completed job. */
export const readResult = async (results: Pick<Bucket, 'get'>, job: Transcription): Promise<Result> => {
  const stored = await results.get(resultKey(job));
  // It was deleted a moment ago, or the retention was shortened after the job was queued.
  if (!stored) throw expired();
  return Result.parse(JSON.parse(stored.toString()));
};

import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import { resultKey } from './keys.ts';
import { Result } from './result.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { hasResult, type JobRef, type Transcription } from './transcription.ts';

export type FindDeps = { readonly store: Pick<TranscriptionRepository, 'find'>; readonly now: () => Date };

/** The same message for a malformed id, an unknown id and an id of another project. */
export const unknownTranscription = () =>
  new AppError('not_found', 'There is no transcription with this id in your project.');

const expired = () =>
  new AppError(
    'expired',
    'The text of this transcription was erased: it is past its retention, or was deleted.',
  );

/** The job with this id in the caller's project. */
export const refOf = (caller: Pick<Caller, 'tenant'>, id: string): JobRef => {
  if (!isId('ofq', id)) throw unknownTranscription();
  return { tenant: caller.tenant, id };
};

/**
 * A job of the caller's project, including a deleted one. The read is consistent, so a new job is found and a status
 * never goes back.
 */
export const findTranscription = async ({ store, now }: FindDeps, ref: JobRef): Promise<Transcription> => {
  const job = await store.find(ref);
  if (!job) throw unknownTranscription();
  if (new Date(job.expiresAt) <= now()) throw expired();
  return job;
};

/** The text of a completed job. Throws `expired` when it was erased. */
export const readResult = async (results: Pick<Bucket, 'get'>, job: Transcription): Promise<Result> => {
  const stored = hasResult(job) ? await results.get(resultKey(job)) : undefined;
  // The job was deleted, or the retention was shortened after its creation.
  if (!stored) throw expired();
  return Result.parse(JSON.parse(stored.toString()));
};

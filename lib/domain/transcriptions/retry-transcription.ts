import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { type QueuedJob, queueJob, type QueueDeps } from './create-transcription.ts';
import { locateSource, type SourceDeps } from './fetch-source.ts';
import { findTranscription, refOf } from './find-transcription.ts';
import { jobLifetime } from './timing.ts';
import { sourceKeptUntil, sourceKindOf, type Transcription, initialTranscription } from './transcription.ts';

export type RetryDeps = QueueDeps &
  Pick<SourceDeps, 'findUpload' | 'findFile'> & { readonly audio: Pick<Bucket, 'head'> };

const audioGone = (job: Transcription) => {
  const wasNeverThere = sourceKindOf(job) === 'url' && job.fetched === null;
  return new AppError(
    'expired',
    wasNeverThere
      ? 'The audio of this job was never downloaded. Send its audio_url again as a new job.'
      : 'The audio of this job is no longer kept. Send it again as a new job.',
  );
};

/** Throws `expired` unless exactly the bytes that the job was created from still exist. */
const assertAudio = async (deps: RetryDeps, failed: Transcription, now: Date): Promise<void> => {
  const keptUntil = sourceKeptUntil(failed);
  const source = keptUntil && now < keptUntil ? await locateSource(deps, failed) : undefined;
  const stored = source && (await deps.audio.head(source.key));
  if (!stored || stored.eTag !== source.eTag) throw audioGone(failed);
};

/**
 * Creates a new job with the audio and options of a failed one, and takes over its audio. A second retry returns the
 * same new job. Throws `not_found`, `invalid_state` for a job that has not failed, and `expired` once its audio is gone.
 */
export const retryTranscription = async (
  deps: RetryDeps,
  caller: Caller,
  input: { readonly id: string; readonly requestId: string },
): Promise<Created<QueuedJob>> => {
  const failed = await findTranscription(deps, refOf(caller, input.id));
  if (failed.retriedAs !== null) return { value: { id: failed.retriedAs, status: 'queued' }, replayed: true };
  if (failed.status !== 'failed') {
    throw new AppError(
      'invalid_state',
      `This transcription is ${failed.status}. Only a failed one can be retried.`,
      {
        details: { status: failed.status },
      },
    );
  }
  const now = deps.now();
  await assertAudio(deps, failed, now);
  const { tenant, id: retryOf, fingerprint, request, name, uploadId, fileId, fetched } = failed;
  return queueJob(deps, {
    ...initialTranscription,
    tenant,
    fingerprint,
    request,
    name,
    uploadId,
    fileId,
    fetched,
    retryOf,
    id: derivedId('ofq', [tenant, 'retry', retryOf]),
    requestId: input.requestId,
    organizationId: caller.organizationId,
    keyId: caller.keyId,
    ...jobLifetime(now, deps.retentionDays),
  });
};

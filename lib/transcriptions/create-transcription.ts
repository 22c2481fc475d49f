import type { Caller } from '#lib/auth/caller.ts';
import type { Send } from '#lib/aws/queue.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameBody } from '#lib/idempotency.ts';
import { isId } from '#lib/ids.ts';
import { maxUnfinishedJobs } from '#lib/limits/project-queue.ts';
import { log } from '#lib/log.ts';
import type { RecordUpload } from '#lib/uploads/record-upload.ts';
import type { Upload } from '#lib/uploads/upload.ts';
import { type NewTranscription, sources } from './new-transcription.ts';
import type { TranscriptionStore } from './store.ts';
import { after } from './timing.ts';
import { type JobRef, type Transcription, untouched } from './transcription.ts';
import { assertTranslatable } from './translatable.ts';

// About as long as a short job takes: sooner no place is likely to be free.
const queueRetrySeconds = 10;
const dayMs = 24 * 60 * 60 * 1000;

export type CreateDeps = {
  readonly store: TranscriptionStore;
  /** Looks whether S3 has the object and notes it on the grant, for when its event is still on the way. */
  readonly recordUpload: RecordUpload;
  readonly send: Send<JobRef>;
  /** Languages the engine writes. */
  readonly languages: readonly string[];
  readonly now: () => Date;
  readonly newId: () => string;
  readonly retentionDays: number;
};

export type Created = { readonly id: string; readonly status: 'queued'; readonly replayed: boolean };

const noUpload = () => new AppError('not_found', 'There is no upload with this upload_id in your project.');

const uploadIdOf = (body: NewTranscription): string => {
  if (body.upload_id !== undefined) {
    if (!isId('upl', body.upload_id)) throw noUpload();
    return body.upload_id;
  }
  const path = sources.find((source) => body[source] !== undefined);
  const message = 'This deployment takes audio by upload_id only so far.';
  throw new AppError('capability_unavailable', message, {
    details: { fields: [{ path, rule: 'capability', message }] },
  });
};

/** Why an upload cannot be queued; `issued` means that no bytes have arrived. */
const refusal = (upload: Upload | undefined, now: Date): AppError => {
  if (!upload) return noUpload();
  if (upload.status === 'consumed') {
    return new AppError(
      'upload_already_consumed',
      'A transcription was queued from this upload already. Upload again.',
    );
  }
  if (upload.status === 'uploaded' || new Date(upload.expiresAt) <= now) {
    return new AppError(
      'upload_expired',
      'This upload is no longer usable. Ask for a new grant and upload again.',
    );
  }
  return new AppError(
    'upload_incomplete',
    'The file has not arrived yet. POST it to upload_url, then try again.',
  );
};

const queueFull = () =>
  new AppError(
    'queue_limit_exceeded',
    `Your project has ${maxUnfinishedJobs} jobs on their way. Try again when some have ended.`,
    { headers: { 'retry-after': String(queueRetrySeconds) } },
  );

const replayed = (job: Transcription, expected: string): Created => {
  assertSameBody(job.fingerprint, expected);
  return { id: job.id, status: 'queued', replayed: true };
};

/** Queues a job for an upload of the caller's project. A replay of the same request under the same key is the same job. */
export const createTranscription = async (
  deps: CreateDeps,
  caller: Caller,
  input: { readonly requestId: string; readonly body: NewTranscription; readonly bodyFingerprint: string },
): Promise<Created> => {
  const { body } = input;
  const uploadId = uploadIdOf(body);
  assertTranslatable(body.translation, deps.languages);
  const now = deps.now();
  const job: Transcription = {
    ...untouched,
    projectId: caller.projectId,
    id: deps.newId(),
    requestId: input.requestId,
    fingerprint: input.bodyFingerprint,
    request: {
      languageHints: body.language_hints,
      translation: body.translation,
      context: body.context,
      customVocabulary: body.custom_vocabulary,
    },
    uploadId,
    charged: !caller.testMode,
    createdAt: now.toISOString(),
    expiresAt: after(now, deps.retentionDays * dayMs).toISOString(),
  };

  let outcome = await deps.store.create(job, now);
  if (outcome.kind === 'upload_refused' && outcome.upload?.status === 'issued') {
    const arrived = await deps.recordUpload({ projectId: caller.projectId, id: uploadId });
    if (arrived) outcome = await deps.store.create(job, now);
  }
  if (outcome.kind === 'exists') return replayed(outcome.job, job.fingerprint);
  if (outcome.kind === 'upload_refused') throw refusal(outcome.upload, now);
  if (outcome.kind === 'queue_full') throw queueFull();

  // The job is safe in the table: if this send is lost, the sweeper repeats it.
  await deps.send({ projectId: job.projectId, id: job.id }).catch((error: unknown) => {
    log.error('transcription.send_failed', error, { transcription_id: job.id });
  });
  return { id: job.id, status: 'queued', replayed: false };
};

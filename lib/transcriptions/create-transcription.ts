import type { Caller } from '#lib/auth/caller.ts';
import type { Send } from '#lib/aws/queue.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameBody } from '#lib/idempotency.ts';
import { isId } from '#lib/ids.ts';
import type { Reached } from '#lib/limits/limits-view.ts';
import { log } from '#lib/log.ts';
import type { TranslationOffer } from '#lib/translation/offer.ts';
import { fileRefusal } from '#lib/files/file.ts';
import type { RecordUpload } from '#lib/uploads/record-upload.ts';
import { uploadRefusal } from '#lib/uploads/refusal.ts';
import type { FetchMessage } from './messages.ts';
import type { NewTranscription } from './new-transcription.ts';
import type { CreateOutcome, TranscriptionStore } from './store.ts';
import { after } from './timing.ts';
import { type JobRef, type SpeechRequest, type Transcription, untouched } from './transcription.ts';
import { assertTranslatable } from './translatable.ts';

// About as long as a short job takes: sooner no place is likely to be free.
const queueRetrySeconds = 10;
const dayMs = 24 * 60 * 60 * 1000;

export type CreateDeps = {
  readonly store: TranscriptionStore;
  /** Looks whether S3 has the object and notes it on the grant, for when its event is still on the way. */
  readonly recordUpload: RecordUpload;
  readonly sendSplit: Send<JobRef>;
  readonly sendFetch: Send<FetchMessage>;
  /** Languages the engine writes. */
  readonly languages: readonly string[];
  /** What they are translated into, by the engine or a translator. */
  readonly translation: TranslationOffer;
  /** Whether who pays may queue another job now. */
  readonly hasCredit: (caller: Caller) => Promise<boolean>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly retentionDays: number;
};

export type Created = { readonly id: string; readonly status: 'queued'; readonly replayed: boolean };

type Source = Pick<Transcription, 'uploadId' | 'fileId' | 'audioUrl'>;

/** The one source that a body names; what could be no id of ours need not be looked for. */
const sourceOf = (body: NewTranscription, now: Date): Source => {
  const { upload_id: uploadId = null, file_id: fileId = null } = body;
  if (uploadId !== null && !isId('upl', uploadId)) throw uploadRefusal(undefined, now);
  if (fileId !== null && !isId('file', fileId)) throw fileRefusal(undefined);
  return { uploadId, fileId, audioUrl: body.audio_url ?? body.audio_uri ?? null };
};

const queueFull = ({ of, max }: Extract<CreateOutcome, { readonly kind: 'queue_full' }>) => {
  const limit: Reached['limit'] = `unfinished_jobs_per_${of}_max`;
  const whose = of === 'project' ? 'Your project has' : 'The projects of your organization together have';
  return new AppError(
    'queue_limit_exceeded',
    `${whose} ${max} jobs on their way. Try again when some have ended.`,
    { headers: { 'retry-after': String(queueRetrySeconds) }, details: { limit, max } },
  );
};

const creditUsedUp = () =>
  new AppError(
    'insufficient_credits',
    'The credit of your organization is used up. Buy some in the console.',
  );

const replayed = (job: Transcription, expected: string): Created => {
  assertSameBody(job.fingerprint, expected);
  return { id: job.id, status: 'queued', replayed: true };
};

/** The event that tells of an upload may still be on its way: then S3 itself is asked. */
const createJob = async (deps: CreateDeps, job: Transcription, now: Date): Promise<CreateOutcome> => {
  const outcome = await deps.store.create(job, now);
  if (outcome.kind !== 'upload_refused' || outcome.upload?.status !== 'issued') return outcome;
  const arrived = await deps.recordUpload({ tenant: job.tenant, id: outcome.upload.id });
  return arrived ? deps.store.create(job, now) : outcome;
};

const sendFirst = (deps: CreateDeps, { tenant, id, audioUrl }: Transcription): Promise<void> =>
  audioUrl === null ? deps.sendSplit({ tenant, id }) : deps.sendFetch({ tenant, id, stage: 'fetch' });

/** Queues a job for an upload, a file or a URL of the caller's project. A replay of the same request under the same key is the same job. */
export const createTranscription = async (
  deps: CreateDeps,
  caller: Caller,
  input: { readonly requestId: string; readonly body: NewTranscription; readonly bodyFingerprint: string },
): Promise<Created> => {
  const { body } = input;
  const now = deps.now();
  const source = sourceOf(body, now);
  const request: SpeechRequest = {
    languageHints: body.language_hints,
    translation: body.translation,
    context: body.context,
    customVocabulary: body.custom_vocabulary,
  };
  assertTranslatable(request, deps.languages, deps.translation);
  const job: Transcription = {
    ...untouched,
    tenant: caller.tenant,
    id: deps.newId(),
    requestId: input.requestId,
    fingerprint: input.bodyFingerprint,
    request,
    ...source,
    organizationId: caller.organizationId,
    createdAt: now.toISOString(),
    expiresAt: after(now, deps.retentionDays * dayMs).toISOString(),
  };

  if (!(await deps.hasCredit(caller))) {
    // A job that was queued before stays what was answered.
    const existing = await deps.store.find(job);
    if (existing) return replayed(existing, job.fingerprint);
    throw creditUsedUp();
  }
  const outcome = await createJob(deps, job, now);
  if (outcome.kind === 'exists') return replayed(outcome.job, job.fingerprint);
  if (outcome.kind === 'upload_refused') throw uploadRefusal(outcome.upload, now);
  if (outcome.kind === 'file_refused') throw fileRefusal(outcome.file);
  if (outcome.kind === 'queue_full') throw queueFull(outcome);

  // The job is safe in the table: if this send is lost, the sweeper repeats it.
  await sendFirst(deps, job).catch((error: unknown) => {
    log.error('transcription.send_failed', error, { transcription_id: job.id });
  });
  return { id: job.id, status: 'queued', replayed: false };
};

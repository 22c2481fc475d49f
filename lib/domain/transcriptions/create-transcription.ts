import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import type { HoldFor } from '#lib/domain/billing/hold.ts';
import { spendLimitReached } from '#lib/domain/billing/spend-limit.ts';
import { AppError } from '#lib/platform/errors.ts';
import { assertSameBody, type Created } from '#lib/platform/idempotency.ts';
import { isId } from '#lib/platform/ids.ts';
import { secondsToMidnight } from '#lib/platform/limits/test-quota.ts';
import type { Reached } from '#lib/platform/limits/limits-view.ts';
import { log } from '#lib/platform/log.ts';
import type { LanguagePairs } from '#lib/speech/translation/language-pairs.ts';
import { fileRefusal } from '#lib/domain/files/file.ts';
import type { AllowList } from '#lib/platform/net/allow-list.ts';
import type { RecordUpload } from '#lib/domain/uploads/record-upload.ts';
import { uploadRefusal } from '#lib/domain/uploads/refusal.ts';
import { assertHints } from './assert-hints.ts';
import { languagesOfChoice } from './assert-model.ts';
import type { SpeechModel } from '#lib/speech/engines/models.ts';
import { assertFetchableSource } from './audio-url.ts';
import type { CheckJobUrl } from '#lib/domain/webhooks/check-job-url.ts';
import { assertFormatting } from './formatting.ts';
import type { FetchMessage } from './messages.ts';
import type { NewTranscription } from './new-transcription.ts';
import type { CreateOutcome, TranscriptionRepository } from './transcription-repository.ts';
import { jobLifetime } from './timing.ts';
import {
  type JobRef,
  type SpeechRequest,
  type Transcription,
  initialTranscription,
} from './transcription.ts';
import { assertTranslatable } from './translatable.ts';

// The time that a short job takes. Before it has passed, the queue probably has no room.
const queueRetrySeconds = 10;

export type QueueDeps = {
  readonly store: Pick<TranscriptionRepository, 'create' | 'find'>;
  /** Checks whether S3 has the object and records it on the grant, in case its event is still on the way. */
  readonly recordUpload: RecordUpload;
  readonly sendSplit: Send<JobRef>;
  readonly sendFetch: Send<FetchMessage>;
  readonly holdFor: HoldFor;
  readonly now: () => Date;
  readonly retentionDays: number;
};

export type CreateDeps = QueueDeps & {
  /** Origins that may be fetched from although they are not public. Empty on AWS. */
  readonly allow: AllowList;
  readonly models: readonly SpeechModel[];
  /** Target languages of the models or a translator. */
  readonly translation: LanguagePairs;
  readonly checkWebhookUrl: CheckJobUrl;
  readonly newId: () => string;
};

export type QueuedJob = { readonly id: string; readonly status: 'queued' };

type Source = Pick<Transcription, 'uploadId' | 'fileId' | 'audioUrl'>;

/** The one audio source of a body. A malformed id is refused without a table read. */
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

export const creditUsedUp = () =>
  new AppError(
    'insufficient_credits',
    'The credit of your organization is used up, or held for unfinished jobs. Buy credit in the console, or try again when jobs have ended.',
  );

export const testQuotaUsedUp = (now: Date) =>
  new AppError(
    'test_quota_exceeded',
    'Your project has used up its audio in test mode for today. Try again after midnight in UTC, or use a live key.',
    { headers: { 'retry-after': String(secondsToMidnight(now)) } },
  );

/**
 * Creates the job. If the table does not know yet that its upload has arrived, asks S3, because the event may be late.
 */
const createJob = async (deps: QueueDeps, job: Transcription, now: Date): Promise<CreateOutcome> => {
  const create = async () => {
    const heldMicroUsd = await deps.holdFor(job);
    const holds = heldMicroUsd === null ? [] : [{ microUsd: heldMicroUsd, at: job.createdAt }];
    return deps.store.create({ ...job, heldMicroUsd, holds }, now);
  };
  const outcome = await create();
  if (outcome.kind !== 'upload_refused' || outcome.upload?.status !== 'issued') return outcome;
  const arrived = await deps.recordUpload({ tenant: job.tenant, id: outcome.upload.id });
  return arrived ? create() : outcome;
};

const sendFirst = (deps: QueueDeps, { tenant, id, audioUrl }: Transcription): Promise<void> =>
  audioUrl === null ? deps.sendSplit({ tenant, id }) : deps.sendFetch({ tenant, id, stage: 'fetch' });

const retryRefusal = (failed: Transcription | undefined): AppError =>
  failed?.status === 'failed'
    ? new AppError('expired', 'The audio of this job is no longer kept. Upload it again.')
    : new AppError('invalid_state', 'Only a failed job can be retried.');

/** Writes the job and sends its first message. An existing job with its id is returned as a replay. */
export const queueJob = async (deps: QueueDeps, job: Transcription): Promise<Created<QueuedJob>> => {
  const now = deps.now();
  const outcome = await createJob(deps, job, now);
  const value = { id: job.id, status: 'queued' } as const;
  if (outcome.kind === 'exists') {
    assertSameBody(outcome.job.fingerprint, job.fingerprint);
    return { value, replayed: true };
  }
  if (outcome.kind === 'upload_refused') throw uploadRefusal(outcome.upload, now);
  if (outcome.kind === 'file_refused') throw fileRefusal(outcome.file);
  if (outcome.kind === 'retry_refused') throw retryRefusal(outcome.failed);
  if (outcome.kind === 'queue_full') throw queueFull(outcome);
  if (outcome.kind === 'no_credit') throw creditUsedUp();
  if (outcome.kind === 'spend_limit_reached') throw spendLimitReached();
  if (outcome.kind === 'test_quota_used_up') throw testQuotaUsedUp(now);

  log.info('transcription.created', { transcription_id: job.id });
  // The job is stored in the table: if this message is lost, the sweeper sends it again.
  await sendFirst(deps, job).catch((error: unknown) => {
    log.error('transcription.send_failed', error, { transcription_id: job.id });
  });
  return { value, replayed: false };
};

/** Creates a job from an upload, a file or a URL of the caller's project. A replay under the same key returns the same job. */
export const createTranscription = async (
  deps: CreateDeps,
  caller: Caller,
  input: { readonly requestId: string; readonly body: NewTranscription; readonly bodyFingerprint: string },
): Promise<Created<QueuedJob>> => {
  const { body } = input;
  const now = deps.now();
  const source = sourceOf(body, now);
  assertFetchableSource(body, deps.allow);
  const languages = languagesOfChoice(body.model, deps.models);
  assertHints(body.language_hints, { model: body.model, languages });
  const request: SpeechRequest = {
    model: body.model,
    languageHints: body.language_hints,
    translation: body.translation,
    context: body.context,
    customVocabulary: body.custom_vocabulary,
    multichannel: body.multichannel,
    formatting: body.formatting,
    redact: body.redact,
    filename: body.filename,
    metadata: body.metadata,
    webhookUrl: body.webhook_url,
  };
  assertTranslatable(request, languages, deps.translation);
  assertFormatting(request, languages);
  const job: Transcription = {
    ...initialTranscription,
    tenant: caller.tenant,
    id: deps.newId(),
    requestId: input.requestId,
    fingerprint: input.bodyFingerprint,
    request,
    name: body.client_reference_id,
    ...source,
    keyId: caller.keyId,
    organizationId: caller.organizationId,
    ...jobLifetime(now, deps.retentionDays),
  };
  // A replay gets the same answer even if the host of the address is down by now.
  if (body.webhook_url !== null && !(await deps.store.find(job)))
    await deps.checkWebhookUrl(caller.tenant, body.webhook_url);

  return queueJob(deps, job);
};

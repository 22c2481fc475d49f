import type { Caller } from '#lib/domain/auth/caller.ts';
import { assertFormFile } from '#lib/platform/http/form-body.ts';
import { parseRequest } from '#lib/platform/http/validation.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { longPoll } from '#lib/platform/limits/long-poll.ts';
import { assertHints } from '#lib/domain/transcriptions/assert-hints.ts';
import { languagesOfChoice } from '#lib/domain/transcriptions/assert-model.ts';
import { type CreateDeps, createTranscription } from '#lib/domain/transcriptions/create-transcription.ts';
import { findTranscription, readResult } from '#lib/domain/transcriptions/find-transcription.ts';
import type { GetDeps } from '#lib/domain/transcriptions/get-transcription.ts';
import { NewTranscription } from '#lib/domain/transcriptions/new-transcription.ts';
import { transcriptFile } from '#lib/domain/transcriptions/transcript-file/transcript-file.ts';
import { isTerminal, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { Result } from '#lib/domain/transcriptions/result.ts';
import { storeUpload, type StoreUploadDeps } from '#lib/domain/uploads/store-upload.ts';
import type { AudioAnswer } from './audio-answer.ts';
import { type AudioTask, type Granularity, viewText, viewVerbose } from './audio-view.ts';
import { assertCompleted } from './assert-completed.ts';
import { findJob } from './find-job.ts';
import type { NewAudioTranslation } from './new-audio-request.ts';

export type AudioDeps = Omit<CreateDeps, 'newId'> & GetDeps & StoreUploadDeps;

/** A request of OpenAI's clients, whose answer is the text. */
export type AudioRequest = {
  readonly task: AudioTask;
  readonly body: NewAudioTranslation & {
    readonly language?: string | undefined;
    readonly languages?: readonly string[];
    readonly keywords?: readonly string[];
    readonly timestamp_granularities?: readonly Granularity[];
  };
  readonly bodyFingerprint: string;
  readonly idempotencyKey: string | undefined;
  readonly route: string;
  readonly requestId: string;
  /** Remaining time of the function, in ms. */
  readonly remainingMs: () => number;
};

/** API Gateway ends a request after 30 s. In this time the function also starts and stores the file. */
const waitSeconds = 22;

const jobOf = ({ body, task }: AudioRequest, uploadId: string): NewTranscription => {
  const { model, language, languages = [], keywords, prompt, client_reference_id, metadata, file } = body;
  return parseRequest(NewTranscription, {
    upload_id: uploadId,
    model,
    language_hints: [...new Set([...(language === undefined ? [] : [language]), ...languages])],
    context: prompt,
    custom_vocabulary: keywords,
    translation: task === 'translate' ? { target_language: 'en' } : null,
    filename: file.name || null,
    client_reference_id,
    metadata,
  });
};

/** Stores the file and queues its job under this id. */
const queue = async (deps: AudioDeps, caller: Caller, request: AudioRequest & { readonly id: string }) => {
  const { id, body, bodyFingerprint, requestId } = request;
  // The id also depends on the body: a refused request does not bind its Idempotency-Key to a body.
  const uploadId = derivedId('upl', [id, bodyFingerprint]);
  const job = jobOf(request, uploadId);
  assertHints(
    job.language_hints,
    { model: job.model, languages: languagesOfChoice(job.model, deps.models) },
    body.language ? 'language' : 'languages',
  );
  await storeUpload(deps, caller.tenant, { id: uploadId, file: body.file, fingerprint: bodyFingerprint });
  await createTranscription({ ...deps, newId: () => id }, caller, { requestId, body: job, bodyFingerprint });
};

const answerOf = (job: Transcription, result: Result, { body, task }: AudioRequest): AudioAnswer => {
  const { response_format: format, timestamp_granularities: granularities = ['segment'] } = body;
  if (format === 'json') return { id: job.id, json: viewText(job, result, task) };
  if (format === 'verbose_json')
    return { id: job.id, json: viewVerbose(job, result, { task, granularities }) };
  const language = task === 'translate' ? 'translated' : 'original';
  const file = transcriptFile(job, result, { format: format === 'text' ? 'txt' : format, language });
  return { id: job.id, file };
};

/**
 * Transcribes or translates a file within one request: creates an ordinary job and waits for it. The same request sent
 * again finds its job. Throws `transcription_in_progress` if the job takes longer than a request may,
 * `transcription_failed` if it failed, and `concurrency_limit_exceeded` without creating a job if too many requests
 * wait.
 */
export const transcribeAudio = async (
  deps: AudioDeps,
  caller: Caller,
  request: AudioRequest,
): Promise<Created<AudioAnswer>> => {
  assertFormFile('file', request.body.file);
  const { tenant } = caller;
  const { id, exists } = await findJob(deps, { ...request, tenant });
  const job = await longPoll(deps, caller, {
    waitSeconds,
    remainingMs: request.remainingMs,
    ...(!exists && { begin: () => queue(deps, caller, { ...request, id }) }),
    look: () => findTranscription(deps, { tenant, id }),
    isNews: ({ status }) => isTerminal(status),
  });
  const isReplay = exists && request.idempotencyKey !== undefined;
  assertCompleted(job, { now: deps.now(), isReplay });
  const answer = answerOf(job, await readResult(deps.results, job), request);
  return { value: answer, replayed: exists };
};

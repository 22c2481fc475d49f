import type * as z from 'zod';
import type { ErrorDetails } from './error-object.ts';
import type { JobFailureType, ErrorType, StreamErrorType } from '#lib/platform/errors.ts';

/** An error type as customers read it, in plain text. */
export type ErrorEntry = {
  /** When the error happens. */
  readonly when: string;
  /** What the caller should do. */
  readonly remedy: string;
};

export type RequestError = ErrorEntry & {
  /** Whether the same request may succeed: after waiting, after a change elsewhere, or never. */
  readonly retry: 'wait' | 'after_change' | 'never';
  /** An example of its details. */
  readonly details?: z.infer<typeof ErrorDetails>;
};

/** Every error type of a request. A missing one does not compile. */
export const requestErrors: Readonly<Record<ErrorType, RequestError>> = {
  invalid_request: {
    when: 'The body is not JSON in UTF-8 or repeats a key; a field or query parameter is missing, unknown, of the wrong type or out of bounds; there is not exactly one audio source; its URL is not allowed; no language hint is supported; or the Idempotency-Key is malformed.',
    remedy:
      'Correct the fields that details.fields names, each with its path, the rule it breaks and a message.',
    retry: 'never',
    details: {
      fields: [
        { path: 'language_hints', rule: 'too_big', message: 'Send a list of at most 10 language hints.' },
      ],
    },
  },
  unsupported_audio_format: {
    when: 'The content_type or the extension of the filename is not of a supported format, or application/octet-stream was sent without a filename that has an audio extension; or what is sent to a realtime session of webm_opus is not WebM with one track of Opus.',
    remedy:
      'Send one of the MIME types and extensions that GET /v1/capabilities lists. Send a realtime session what a MediaRecorder makes with audio/webm;codecs=opus.',
    retry: 'never',
  },
  transcription_failed: {
    when: 'A request that waits for its transcription, such as POST /v1/audio/transcriptions, created a job, and the job failed. details.failure says why.',
    remedy: 'Look up details.failure in the failures of jobs. Read the job at details.transcription_id.',
    retry: 'never',
    details: { transcription_id: 'ofq_4zq2gd7vnb5wyhrx3kmt6pjsce', failure: 'audio_unreadable' },
  },
  transcription_in_progress: {
    when: 'A transcription takes longer than a request can wait for it.',
    remedy:
      'Send the same request again: it finds the same transcription, which is charged once. Or read the job at details.transcription_id.',
    retry: 'wait',
    details: { transcription_id: 'ofq_4zq2gd7vnb5wyhrx3kmt6pjsce' },
  },
  translation_not_supported: {
    when: 'This deployment does not translate between these languages. details.source_languages lists the languages that may be spoken: those of the language hints, or else all supported ones.',
    remedy:
      'Send one of details.target_languages, send language hints that fit the recording, or omit the translation. GET /v1/capabilities lists all pairs.',
    retry: 'never',
    details: { source_languages: ['en'], target_languages: ['en', 'es'] },
  },
  unauthenticated: {
    when: 'There is no API key, or it is malformed, unknown, revoked or expired.',
    remedy: 'Send a valid key of your project as "Authorization: Bearer <API_KEY>".',
    retry: 'never',
  },
  insufficient_credits: {
    when: 'This deployment requires credit, and the balance of your organization is used up or held for its unfinished jobs. Each job holds its highest possible price. A realtime session ends when the remaining credit is used up.',
    remedy: 'Buy credit in the console, or wait until jobs have ended. Then retry; the upload stays usable.',
    retry: 'after_change',
  },
  spend_limit_reached: {
    when: 'Your organization has set a spend limit. Its charges of this month, together with what is held for its unfinished jobs, have reached that limit. Unfinished jobs continue.',
    remedy:
      'Raise the limit in the console, or wait until jobs have ended or for the next month in UTC. The upload stays usable.',
    retry: 'after_change',
  },
  permission_denied: {
    when: "A console session was sent to the API, an API key was sent to the console, the request came from a page of another site, or the person's role in the organization does not allow it.",
    remedy:
      'Send an API key to the API. Only the console may call its own routes. Ask an owner of the organization for another role.',
    retry: 'never',
  },
  not_found: {
    when: 'Your project has nothing with this id, or the path does not exist. Ids of other projects get the same response.',
    remedy: 'Check the id and which project the key belongs to.',
    retry: 'never',
  },
  method_not_allowed: {
    when: 'The path does not support this method.',
    remedy: 'Use one of the methods in the header Allow and in details.allowed_methods.',
    retry: 'never',
    details: { allowed_methods: ['GET'] },
  },
  invalid_state: {
    when: 'The current state does not allow this request. Either the transcription does not have the requested text, because it is not completed, ended without text, or has no translation; or the maximum number of API keys, projects, organizations or webhooks exists.',
    remedy:
      'Wait until its status is completed, or request a text that it has. If details.limit names a limit, delete or revoke something first, or ask the operator of this service to allow more than details.max.',
    retry: 'after_change',
    details: { status: 'processing' },
  },
  upload_incomplete: {
    when: 'The file of this upload has not arrived yet.',
    remedy: 'POST it to upload_url, wait for the response 201, then retry.',
    retry: 'after_change',
  },
  upload_already_consumed: {
    when: 'This upload was already used. Each upload can be used once.',
    remedy:
      'Read the job at details.transcription_id, or use the file details.file_id. For another job create a new grant and upload the file again.',
    retry: 'never',
    details: { transcription_id: 'ofq_4zq2gd7vnb5wyhrx3kmt6pjsce' },
  },
  upload_expired: {
    when: 'The grant expired before the file arrived or before the request was replayed, or the file is older than a day.',
    remedy: 'Create a new grant with a new Idempotency-Key, and upload the file again.',
    retry: 'never',
  },
  expired: {
    when: 'The text, audio, file, invitation or secret that the request needs was erased, was used, or has expired.',
    remedy: 'Transcribe the audio again, or create another session.',
    retry: 'never',
  },
  payload_too_large: {
    when: 'size_bytes is more than the largest allowed file, or the JSON body or the file of a form is larger than its limit.',
    remedy: 'Send less. GET /v1/capabilities lists the limits.',
    retry: 'never',
  },
  unsupported_media_type: {
    when: 'The Content-Type of the body is not the one that the route takes: JSON, or a form for /v1/audio. Or the body has a Content-Encoding, such as gzip.',
    remedy:
      'Send JSON with the header "Content-Type: application/json", or a form as multipart/form-data. Send it uncompressed.',
    retry: 'never',
  },
  idempotency_key_reused: {
    when: 'This Idempotency-Key was used with another body.',
    remedy: 'Use a new key for a new request, and the same body for a retry.',
    retry: 'never',
  },
  rate_limit_exceeded: {
    when: 'The key exceeded its rate limit, a person exceeded the console rate limit, or the organization exceeded its limit of webhook test events and redeliveries per minute. A realtime connection that sent too many messages without new audio ends with this error.',
    remedy:
      'Wait for the seconds in Retry-After. Poll with ?wait instead of in a loop. On a realtime connection send audio in messages of 100 ms, and a ping every 20 s.',
    retry: 'wait',
  },
  queue_limit_exceeded: {
    when: 'Your project, or all projects of your organization together, have the maximum number of unfinished jobs. details.limit names the limit.',
    remedy: 'Wait until some jobs have ended, then retry. The upload stays usable.',
    retry: 'wait',
    details: { limit: 'unfinished_jobs_per_project_max', max: 100 },
  },
  test_quota_exceeded: {
    when: 'Your project has used up its daily audio in test mode. Days are in UTC.',
    remedy:
      'Wait for the seconds in Retry-After, until midnight UTC, or use a live key. The upload stays usable for a day.',
    retry: 'wait',
  },
  concurrency_limit_exceeded: {
    when: 'The key, its project or its organization has the maximum number of open requests with ?wait or to /v1/audio/…, or the project has the maximum number of live realtime sessions. A refused request to /v1/audio/… queues no job.',
    remedy:
      'Wait for the seconds in Retry-After, or poll without wait. Connect a realtime session again when another one has ended.',
    retry: 'wait',
  },
  internal_error: {
    when: 'Something went wrong on our side.',
    remedy: 'Retry with the same Idempotency-Key. If the error persists, send us the request_id.',
    retry: 'wait',
  },
  capability_unavailable: {
    when: 'The request names a capability that this deployment does not offer.',
    remedy: 'See GET /v1/capabilities for what is available.',
    retry: 'never',
  },
  service_unavailable: {
    when: 'The service, or one that it depends on, is temporarily overloaded.',
    remedy: 'Wait for the seconds in Retry-After, then retry.',
    retry: 'wait',
  },
};

/** Whether the same request may succeed after a wait. */
export const isRetryable = (type: ErrorType): boolean => requestErrors[type].retry === 'wait';

/** The address of an error type's description; `job-` stands before the types of failed jobs. */
export const docUrlOf = (anchor: StreamErrorType | `job-${JobFailureType}`): string => `/v1/errors#${anchor}`;

/** An example of the body that a request with this error gets. */
export const exampleError = (type: ErrorType) => {
  const { remedy: message, details = {} } = requestErrors[type];
  const documented = { retryable: isRetryable(type), doc_url: docUrlOf(type) };
  return { error: { type, message, ...documented, request_id: 'f3b1c2…', details } };
};

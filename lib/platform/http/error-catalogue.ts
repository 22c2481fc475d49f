import type * as z from 'zod';
import type { ErrorDetails } from './error-object.ts';
import type { ErrorType, JobFailureType } from '#lib/platform/errors.ts';

/** An error type as customers read it, in plain text. */
type Entry = {
  /** When it happens. */
  readonly when: string;
  /** What the caller should do. */
  readonly remedy: string;
};

export type RequestError = Entry & {
  /** Whether the same request may succeed: after waiting, after something else was done, or never. */
  readonly retry: 'wait' | 'after_change' | 'never';
  /** Such details come with it. */
  readonly details?: z.infer<typeof ErrorDetails>;
};

/** Every type a request can be answered with. One that is missing here does not compile. */
export const requestErrors: Readonly<Record<ErrorType, RequestError>> = {
  invalid_request: {
    when: 'The body is no JSON in UTF-8 or has a key twice, a field or query parameter is missing, unknown, ill-typed or out of bounds, there is not exactly one source of audio, its URL can never be fetched, no hint names a language that is transcribed here, or the Idempotency-Key is malformed.',
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
    when: 'The content_type or the extension of the filename is none of a supported format, or application/octet-stream was sent without a filename that says which.',
    remedy: 'Send one of the MIME types and extensions that GET /v1/capabilities lists.',
    retry: 'never',
  },
  translation_not_supported: {
    when: 'Nobody in this deployment translates between these languages; details.source_languages may be spoken, by the language hints or else by what is transcribed here.',
    remedy:
      'Ask for one of details.target_languages, send the language hints that fit the recording, or leave translation out. GET /v1/capabilities lists all pairs.',
    retry: 'never',
    details: { source_languages: ['en'], target_languages: ['en', 'es'] },
  },
  unauthenticated: {
    when: 'There is no API key, or it is malformed, unknown, revoked or expired.',
    remedy: 'Send a valid key of your project as "Authorization: Bearer <API_KEY>".',
    retry: 'never',
  },
  insufficient_credits: {
    when: 'This deployment takes jobs against credit only, and the balance of your organization is used up, or held for its jobs on their way: each holds what it may cost at most.',
    remedy:
      'Buy credit in the console, or wait until jobs have ended, then send the request again: its upload stays usable.',
    retry: 'after_change',
  },
  permission_denied: {
    when: 'The session of the console was sent instead of an API key, or an API key to a route of the console, or the page of another site asked.',
    remedy: 'Send an API key to the API. The console alone asks the routes of the console.',
    retry: 'never',
  },
  not_found: {
    when: 'Nothing of your project has this id, or there is nothing at this path. What belongs to another project is answered alike.',
    remedy: 'Check the id and which project the key belongs to.',
    retry: 'never',
  },
  method_not_allowed: {
    when: 'The path exists, but not for this method.',
    remedy: 'Use one of the methods in the header Allow and in details.allowed_methods.',
    retry: 'never',
    details: { allowed_methods: ['GET'] },
  },
  invalid_state: {
    when: 'The state of a thing does not allow it. The transcription has no such text: it is not completed, has ended without one, or was queued without a translation; or there are as many API keys, projects, organizations or webhooks as there may be.',
    remedy:
      'Wait until its status is completed, or ask for a text that it has. Where details.limit names a limit, delete or revoke something first, or ask the operator of this service to allow more than details.max.',
    retry: 'after_change',
    details: { status: 'processing' },
  },
  upload_incomplete: {
    when: 'The file of this upload has not arrived yet.',
    remedy: 'POST it to upload_url, wait for the answer 201, and send the request again.',
    retry: 'after_change',
  },
  upload_already_consumed: {
    when: 'Another transcription was queued from this upload; each can be used once.',
    remedy: 'Ask for a new grant and upload again.',
    retry: 'never',
  },
  upload_expired: {
    when: 'The grant ran out before the file arrived, or before the request for it was repeated; or the file is older than a day.',
    remedy: 'Ask for a new grant, with a new Idempotency-Key, and upload again.',
    retry: 'never',
  },
  expired: {
    when: 'The transcription was deleted, or is past its retention: its text was erased.',
    remedy: 'Transcribe the audio again.',
    retry: 'never',
  },
  payload_too_large: {
    when: 'size_bytes is over the largest file, or the JSON body is over the largest body.',
    remedy: 'Send less; GET /v1/capabilities tells the limits.',
    retry: 'never',
  },
  unsupported_media_type: {
    when: 'The body is not declared as JSON.',
    remedy: 'Send JSON with the header "Content-Type: application/json".',
    retry: 'never',
  },
  idempotency_key_reused: {
    when: 'This Idempotency-Key was used with another body.',
    remedy: 'Use a new key for a new request; send the same body again to repeat one.',
    retry: 'never',
  },
  rate_limit_exceeded: {
    when: 'The key was used more often than its rate limit allows, a person used the console more often than theirs does, or more test events and redeliveries of webhooks were asked for than there may be in a minute.',
    remedy: 'Wait for the seconds that Retry-After tells. Poll with ?wait instead of in a loop.',
    retry: 'wait',
  },
  queue_limit_exceeded: {
    when: 'Your project, or all projects of your organization together, have as many jobs on their way as there may be at once; details.limit tells which.',
    remedy: 'Wait until some have ended, then send the request again: its upload stays usable.',
    retry: 'wait',
    details: { limit: 'unfinished_jobs_per_project_max', max: 100 },
  },
  test_quota_exceeded: {
    when: 'Your project has had as much audio recognized in test mode as it may in one day, in UTC.',
    remedy:
      'Wait for the seconds that Retry-After tells, which is until midnight in UTC, or use a live key. The upload stays usable for a day.',
    retry: 'wait',
  },
  concurrency_limit_exceeded: {
    when: 'The key, or its project, has as many requests waiting (?wait) as it may have at once.',
    remedy: 'Ask without wait, or wait for the seconds that Retry-After tells.',
    retry: 'wait',
  },
  internal_error: {
    when: 'Something went wrong on our side.',
    remedy: 'Try again with the same Idempotency-Key. If it stays, send us the request_id.',
    retry: 'wait',
  },
  capability_unavailable: {
    when: 'The request names a capability that this deployment does not offer.',
    remedy: 'See GET /v1/capabilities for what is available.',
    retry: 'never',
  },
  service_unavailable: {
    when: 'The service, or one it stands on, is overloaded for a moment.',
    remedy: 'Wait for the seconds that Retry-After tells, and send the request again.',
    retry: 'wait',
  },
};

export type JobFailureEntry = Entry & {
  /** Whether a new job with the same audio may succeed. The job's own error says it too. */
  readonly retryable: boolean;
};

/** Every reason for which a job ends as failed. None of them costs anything. */
export const jobFailures: Readonly<Record<JobFailureType, JobFailureEntry>> = {
  audio_download_failed: {
    when: 'There is no audio at audio_url, or it could not be fetched, or came too slowly; details.cause says why, details.host from where, and details.http_status what was answered.',
    remedy:
      'Check that anyone can fetch the URL by https with a plain GET and gets the file itself, not a page about it, at 20 kB a second at least, and that a presigned URL is still valid. Then queue a new job, or upload the file.',
    retryable: false,
  },
  audio_too_large: {
    when: 'The file at audio_url has more bytes than the largest file this deployment takes.',
    remedy: 'Send a smaller file: cut it into parts, or use a format that compresses better.',
    retryable: false,
  },
  audio_unreadable: {
    when: 'The file is empty, damaged, cut off or holds no audio that can be decoded; the message says which.',
    remedy: 'Check that the file plays, and upload it again, or in another format.',
    retryable: false,
  },
  audio_too_long: {
    when: 'The decoded audio is longer than the longest this deployment takes.',
    remedy: 'Cut it into parts.',
    retryable: false,
  },
  audio_too_short: {
    when: 'The decoded audio is shorter than the shortest this deployment takes.',
    remedy: 'Send a longer recording.',
    retryable: false,
  },
  unsupported_audio_format: {
    when: 'The content of the file is none of the supported formats, whatever its name says, or has fewer than 4,000 samples a second.',
    remedy: 'Convert it to one of the formats that GET /v1/capabilities lists.',
    retryable: false,
  },
  language_not_supported: {
    when: 'The speech is of no language that this deployment transcribes.',
    remedy: 'See details.supported_languages.',
    retryable: false,
  },
  translation_not_supported: {
    when: 'A language that is spoken, details.source_language, cannot be translated into the one that was asked for, details.target_language.',
    remedy:
      'Queue the audio again without a translation, or with one of the pairs that GET /v1/capabilities lists.',
    retryable: false,
  },
  translation_failed: {
    when: 'The text could not be translated as a whole: the translator was out of reach for the better part of an hour, or refused the text.',
    remedy:
      'Retry the job with POST /v1/transcriptions/{id}/retry, or queue the audio without a translation.',
    retryable: true,
  },
  insufficient_credits: {
    when: 'The audio is longer than the size and the type of the file allowed for, and what that costs more is not left of the balance of your organization.',
    remedy:
      'Buy credit in the console, or wait until other jobs have ended, and queue the audio again. Declare the content_type that the file has.',
    retryable: true,
  },
  test_quota_exceeded: {
    when: 'When the length of the audio was known, your project had had as much audio recognized in test mode as it may in one day, in UTC.',
    remedy: 'Queue the audio again after midnight in UTC, or with a live key.',
    retryable: true,
  },
  processing_timeout: {
    when: 'The job could not be done within a day.',
    remedy:
      'Retry the job with POST /v1/transcriptions/{id}/retry, or upload the file again and queue a new job.',
    retryable: true,
  },
  internal_error: {
    when: 'Something went wrong on our side, again and again.',
    remedy:
      'Retry the job with POST /v1/transcriptions/{id}/retry. If it fails again, send us the request_id.',
    retryable: true,
  },
};

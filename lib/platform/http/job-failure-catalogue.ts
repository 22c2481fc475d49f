import type { JobFailureType } from '#lib/platform/errors.ts';
import type { ErrorEntry } from './error-catalogue.ts';

export type JobFailureEntry = ErrorEntry & {
  /**
   * Whether a new job with the same audio may succeed. It is also part of the job's error; null if only that error says it.
   */
  readonly retryable: boolean | null;
};

/** Every reason for a failed job. Failed jobs cost nothing. */
export const jobFailures: Readonly<Record<JobFailureType, JobFailureEntry>> = {
  audio_download_failed: {
    when: 'There is no audio at audio_url, or the audio could not be fetched, or arrived too slowly. See details.cause, details.host and details.http_status.',
    remedy:
      'Check that a GET request to the URL by https returns the file itself and not a page, at 20 kB a second or more, and that a presigned URL is still valid. Then create a new job, or upload the file. If the error is retryable, the host was down or slow for a while.',
    retryable: null,
  },
  audio_too_large: {
    when: 'The file at audio_url is larger than the largest file that this deployment accepts.',
    remedy: 'Send a smaller file: split it into parts, or use a format that compresses better.',
    retryable: false,
  },
  audio_unreadable: {
    when: 'The file is empty, damaged, cut off, encrypted, joined from several recordings or contains no decodable audio. The message says which.',
    remedy: 'Check that the file plays, and upload it again, or in another format.',
    retryable: false,
  },
  audio_too_long: {
    when: 'The decoded audio is longer than the maximum of this deployment; with multichannel, its length times its channels also has a maximum.',
    remedy:
      'Split the file into parts. If the message names its channels, a longer file is accepted without multichannel.',
    retryable: false,
  },
  audio_too_short: {
    when: 'The decoded audio is shorter than the minimum of this deployment.',
    remedy: 'Send a longer recording.',
    retryable: false,
  },
  unsupported_audio_format: {
    when: 'The content of the file is not in a supported format, has fewer than 4,000 samples a second, or has more channels than multichannel can transcribe. The file name does not matter.',
    remedy:
      'Convert the file to one of the formats that GET /v1/capabilities lists. Send a file with more than details.max_channels without multichannel.',
    retryable: false,
  },
  language_not_supported: {
    when: 'This deployment, or the model that the job names, does not transcribe the spoken language, or the language_hints of the job leave it out.',
    remedy:
      'If the speech is in one of details.supported_languages, name it in language_hints, or leave the hints out. If the job names a model, the model auto may support more languages.',
    retryable: false,
  },
  speech_not_understood: {
    when: 'There is speech in the recording, but none of it could be understood, for example because of noise or many voices at once.',
    remedy: 'Send a clearer recording, for example one that was made closer to the speaker.',
    retryable: false,
  },
  translation_not_supported: {
    when: 'The spoken language in details.source_language cannot be translated into details.target_language.',
    remedy:
      'Create a new job without a translation, or with one of the pairs that GET /v1/capabilities lists.',
    retryable: false,
  },
  translation_failed: {
    when: 'The text could not be translated completely: the translator was unreachable for most of an hour, or refused the text.',
    remedy:
      'Retry the job with POST /v1/transcriptions/{id}/retry, or create a new job without a translation.',
    retryable: true,
  },
  insufficient_credits: {
    when: 'The audio is longer than the size and type of the file suggested, and the balance of your organization does not cover the difference.',
    remedy:
      'Buy credit in the console, or wait until other jobs have ended, then create a new job. Declare the actual content_type of the file.',
    retryable: true,
  },
  test_quota_exceeded: {
    when: 'When the length of the audio became known, your project had used up its daily audio in test mode. Days are in UTC.',
    remedy: 'Create a new job after midnight UTC, or with a live key.',
    retryable: true,
  },
  processing_timeout: {
    when: 'The job could not be completed within a day.',
    remedy:
      'Retry the job with POST /v1/transcriptions/{id}/retry, or upload the file again and create a new job.',
    retryable: true,
  },
  internal_error: {
    when: 'Something went wrong on our side several times.',
    remedy:
      'Retry the job with POST /v1/transcriptions/{id}/retry. If it fails again, send us the request_id.',
    retryable: true,
  },
};

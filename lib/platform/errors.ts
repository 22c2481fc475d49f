/** Every error type of a request, with its HTTP status. */
export const errorStatus = {
  invalid_request: 400,
  unsupported_audio_format: 400,
  transcription_failed: 400,
  translation_not_supported: 400,
  capability_unavailable: 501,
  unauthenticated: 401,
  insufficient_credits: 402,
  spend_limit_reached: 402,
  permission_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  invalid_state: 409,
  transcription_in_progress: 409,
  upload_incomplete: 409,
  upload_already_consumed: 409,
  upload_expired: 409,
  expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limit_exceeded: 429,
  queue_limit_exceeded: 429,
  test_quota_exceeded: 429,
  concurrency_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type ErrorType = keyof typeof errorStatus;

const isErrorType = (key: string): key is ErrorType => Object.hasOwn(errorStatus, key);
export const errorTypes: readonly ErrorType[] = Object.keys(errorStatus).filter(isErrorType);

/** Error types that only a realtime connection has. */
export const streamErrorTypes = [
  'invalid_message',
  'audio_too_fast',
  'audio_gap_too_long',
  'connection_replaced',
] as const;
export type StreamErrorType = ErrorType | (typeof streamErrorTypes)[number];

export type ErrorDetails = Readonly<Record<string, unknown>>;

type AppErrorOptions = {
  readonly details?: ErrorDetails;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
};

/** Ends a request. `message` tells the caller what to do. `cause` is only logged. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly type: ErrorType;
  readonly details: ErrorDetails;
  /** Response headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(type: ErrorType, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.type = type;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }
}

/**
 * Every reason for a failed job. Each is final: a failure of the service is retried before it becomes `internal_error`, five times
 * within minutes, and for most of an hour at least if AWS is out.
 */
export const jobFailureTypes = [
  'audio_download_failed',
  'audio_too_large',
  'audio_unreadable',
  'audio_too_long',
  'audio_too_short',
  'unsupported_audio_format',
  'language_not_supported',
  'speech_not_understood',
  'translation_not_supported',
  'translation_failed',
  'insufficient_credits',
  'test_quota_exceeded',
  'processing_timeout',
  'internal_error',
] as const;

export type JobFailureType = (typeof jobFailureTypes)[number];

/** Ends a job as `failed`. `message` is shown to the customer. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly type: JobFailureType;
  readonly details: ErrorDetails;
  /** Whether the cause may be temporary. Used for types some of whose causes are temporary and some not. */
  readonly isTransient: boolean = false;

  constructor(type: JobFailureType, message: string, details: ErrorDetails = {}) {
    super(message);
    this.type = type;
    this.details = details;
  }
}

/** A failure whose cause may be temporary, of a type whose other causes are not. */
export class TransientJobFailure extends JobFailure {
  override readonly isTransient = true;
}

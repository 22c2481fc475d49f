import type { ApiError as ErrorBody, FieldError, Transcription } from './types.ts';

/** The base class of all errors of this package. */
export class EarshotError extends Error {
  override readonly name: string = 'EarshotError';
  /** The id of the job that the call waited for. The job may continue: `transcriptions.wait` with this id waits again. */
  declare readonly transcriptionId?: string | undefined;
}

/** No answer of the service arrived. The service may have executed the request. Repeating it with the same Idempotency-Key is safe. */
export class ConnectionError extends EarshotError {
  override readonly name = 'ConnectionError';
}

type Answered = {
  readonly status: number;
  readonly error: ErrorBody['error'] | undefined;
  readonly headers: Headers;
  /** Without a trailing slash. */
  readonly baseUrl: string;
};

/** The service refused a request or could not execute it. `type` never changes. `message` is for people. */
export class ApiError extends EarshotError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** `unknown` for an answer of another server, such as a gateway. */
  readonly type: ErrorBody['error']['type'] | 'unknown';
  readonly requestId: string | undefined;
  /** Whether the same request may succeed after a wait. */
  readonly retryable: boolean;
  readonly docUrl: string | undefined;
  readonly details: ErrorBody['error']['details'];
  /** How long the service asks the client to wait. */
  readonly retryAfterMs: number | undefined;

  constructor({ status, error, headers, baseUrl }: Answered) {
    super(error?.message ?? `The service answered ${status}.`);
    this.status = status;
    this.type = error?.type ?? 'unknown';
    // API Gateway adds the header, also to its own answers.
    this.requestId = error?.request_id ?? headers.get('apigw-requestid') ?? undefined;
    this.retryable = error?.retryable ?? (status === 429 || status >= 500);
    // The `error` of a gateway may have another form.
    this.docUrl = error?.doc_url && baseUrl + error.doc_url;
    this.details = error?.details ?? {};
    // In seconds. A date, which a proxy may send, is ignored.
    const retryAfter = headers.get('retry-after') ?? '';
    this.retryAfterMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : undefined;
  }
}

/** 400, 413, 415 and 422: the request itself must change. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
  /** What is wrong with each field. */
  get fields(): readonly FieldError[] {
    return this.details.fields ?? [];
  }
}

/** 401 and 403. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 402: buy credit, or wait until other jobs have ended. */
export class PaymentRequiredError extends ApiError {
  override readonly name = 'PaymentRequiredError';
}

/** 404: your project has no such object. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409 and 410: the object is in a state that does not allow this, or its text or audio was erased. */
export class StateError extends ApiError {
  override readonly name = 'StateError';
}

/** 429, after the client's retries. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx, after the client's retries. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError';
}

const classes: Readonly<Record<number, new (answered: Answered) => ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: AuthenticationError,
  404: NotFoundError,
  409: StateError,
  410: StateError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

export const apiErrorOf = (answered: Answered): ApiError => {
  const Class = classes[answered.status] ?? (answered.status >= 500 ? ServiceError : ApiError);
  return new Class(answered);
};

/** The object store refused a file. Usually the file is larger than the grant allows, or the grant has expired. */
export class UploadError extends EarshotError {
  override readonly name = 'UploadError';
  readonly status: number;
  /** The store's own code, such as `EntityTooLarge`. */
  readonly code: string;

  constructor(status: number, xml: string) {
    const [code = 'Unknown', message = 'The file was not taken.'] = ['Code', 'Message'].map(
      (tag) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1],
    );
    super(`${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** A job ended without a text. `job.error` has the reason. */
export class TranscriptionFailedError extends EarshotError {
  override readonly name = 'TranscriptionFailedError';
  readonly job: Transcription;

  constructor(job: Transcription) {
    super(job.error?.message ?? `The transcription ${job.id} is ${job.status}.`);
    this.job = job;
  }
}

/** A webhook was not signed with this secret, or is too old. */
export class WebhookVerificationError extends EarshotError {
  override readonly name = 'WebhookVerificationError';
}

type Details = Readonly<Record<string, unknown>>;
type Wire = { type: string; message: string; request_id?: string; details?: Details };

/** A failed request, with the status, type and message of the service's error object. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly requestId: string | undefined;
  readonly details: Details;
  /** Set for status 429 only. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, { type, message, request_id, details }: Wire, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.type = type;
    this.requestId = request_id;
    this.details = details ?? {};
    this.retryAfterMs = retryAfterMs;
  }

  /** `text` is the service's JSON error, or another body that API Gateway or CloudFront sent. */
  static from(status: number, text: string, retryAfter: string | null): ApiError {
    const body = parsed(text);
    const retryAfterMs = status === 429 && retryAfter !== null ? 1000 * Number(retryAfter) : undefined;
    if (isRecord(body) && isWire(body['error'])) return new ApiError(status, body['error'], retryAfterMs);
    return new ApiError(status, {
      type: 'service_unavailable',
      message: `The service answered with status ${status}. Try again in a moment.`,
    });
  }

  /** Whether the service may have executed the request, although its answer was lost. */
  get isLost(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** Whether the user may not access the object, or it no longer exists. */
  get isRefusal(): boolean {
    return this.status === 403 || this.status === 404;
  }

  /** An error that the page itself finds before it sends the request. */
  static atField(path: string, message: string): ApiError {
    return new ApiError(400, { type: 'invalid_request', message, details: { fields: [{ path, message }] } });
  }

  static unreachable(): ApiError {
    return new ApiError(0, {
      type: 'unreachable',
      message: 'The service could not be reached. Check your connection, then try again.',
    });
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isWire = (value: unknown): value is Wire =>
  isRecord(value) && typeof value['type'] === 'string' && typeof value['message'] === 'string';

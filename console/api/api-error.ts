type Details = Readonly<Record<string, unknown>>;
type Wire = { type: string; message: string; request_id?: string; details?: Details };

/** Why the service refused, as it said it. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly requestId: string | undefined;
  readonly details: Details;
  /** When the same request may be sent again; undefined unless it was one too many. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, { type, message, request_id, details }: Wire, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.type = type;
    this.requestId = request_id;
    this.details = details ?? {};
    this.retryAfterMs = retryAfterMs;
  }

  /** `text` is the service's error object, or what API Gateway and CloudFront answer in its place. */
  static from(status: number, text: string, retryAfter: string | null): ApiError {
    const body = parsed(text);
    const retryAfterMs = status === 429 && retryAfter !== null ? 1000 * Number(retryAfter) : undefined;
    if (isRecord(body) && isWire(body['error'])) return new ApiError(status, body['error'], retryAfterMs);
    return new ApiError(status, {
      type: 'service_unavailable',
      message: `The service answered with status ${status}. Try again in a moment.`,
    });
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

/** Whether the user or a page that was left called it off. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

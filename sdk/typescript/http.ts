import type { Environment } from './environment.ts';
import { ApiError, apiErrorOf, ConnectionError, EarshotError, UploadError } from './errors.ts';
import { exchange } from './exchange.ts';
import { Gate } from './gate.ts';
import type { ApiError as ErrorBody } from './types.ts';

export type Query = Readonly<Record<string, string | number | undefined>>;

export type Request = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** "/v1/files". */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: object | undefined;
  /** One key for all attempts of a request. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type CallOptions = { readonly signal?: AbortSignal | undefined };
export type CreateOptions = CallOptions & {
  /** If you store the key, you can safely repeat the call after a crash. By default each call has a new key. */
  readonly idempotencyKey?: string | undefined;
};

/** The path of one object of a collection: "/v1/files/file_…". */
export const pathOf = (collection: string, id: string): string => `${collection}/${encodeURIComponent(id)}`;

export type HttpOptions = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly maxRetries: number;
};

/** Refuses a value that a header cannot contain. The message does not include the value, which may be a secret. */
export const assertSendable = (name: string, value: string): void => {
  if (!/^[ -~]*$/.test(value)) throw new EarshotError(`${name} may have only printable ASCII characters.`);
};

// The caller decides about a longer wait, such as the wait for the next day's quota.
const maxWaitMs = 60_000;
const firstDelayMs = 500;
/** The maximum of the exponential backoff. */
export const maxDelayMs = 8_000;
/** Whether this status of the service, a gateway or a proxy is temporary. 501 is not, because it means an unsupported method. */
const passes = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501);
/** Longer than the service ever delays an answer. */
const maxSilenceMs = 60_000;

/** Whether the same request may succeed later. The store answers 400 to an upload that stood still for too long. */
export const mayPass = (error: unknown): error is EarshotError =>
  error instanceof ConnectionError ||
  (error instanceof UploadError && error.code === 'RequestTimeout') ||
  ((error instanceof ApiError || error instanceof UploadError) && passes(error.status));

/** Whether a request was not executed because the key is over its rate limit. */
const isOverRateLimit = (error: unknown): boolean =>
  error instanceof ApiError && error.type === 'rate_limit_exceeded' && error.retryAfterMs !== undefined;

const parsed = (text: string): ErrorBody['error'] | undefined => {
  try {
    const body: Partial<ErrorBody> = JSON.parse(text);
    return body.error;
  } catch {
    return undefined;
  }
};

/** Sends requests with the key, and retries those that may succeed. */
export class Http {
  readonly environment: Environment;
  readonly #options: HttpOptions;
  readonly #host: string;
  readonly #gate: Gate;

  constructor(options: HttpOptions, environment: Environment) {
    // Users of other services include the version in the base URL.
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/(\/v1)?\/*$/, '') };
    this.#host = new URL(options.baseUrl).host;
    this.environment = environment;
    this.#gate = new Gate(environment);
  }

  /** The JSON of the answer. Throws an `ApiError` or a `ConnectionError` after the last attempt. */
  json<Answer>(request: Request): Promise<Answer> {
    return this.retrying(async () => {
      const text = await this.#send(request);
      try {
        // The fields are not checked here: the service validates its answers against the schemas from which these types are generated.
        return JSON.parse(text);
      } catch (cause) {
        throw new ConnectionError(`${this.#host} answered without JSON.`, { cause });
      }
    }, request.signal);
  }

  /** Creates the object in `body`, once, however many attempts it takes. */
  create<Answer>(path: string, body: object, options: CreateOptions = {}): Promise<Answer> {
    const { signal, idempotencyKey = this.environment.newKey() } = options;
    return this.json({ method: 'POST', path, body, idempotencyKey, signal });
  }

  text(request: Request): Promise<string> {
    return this.retrying(() => this.#send(request), request.signal);
  }

  /** Retries a step that fails temporarily: after the wait that the service asks for, or with exponential backoff and jitter. */
  async retrying<Answer>(step: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    const { maxRetries } = this.#options;
    for (let tries = 0; ;) {
      signal?.throwIfAborted();
      try {
        return await step();
      } catch (error) {
        signal?.throwIfAborted();
        const isHeldBack = maxRetries > 0 && isOverRateLimit(error);
        const waitMs = isHeldBack || tries < maxRetries ? this.#delayMs(error, tries) : undefined;
        if (waitMs === undefined) throw error;
        if (isHeldBack) this.#gate.close(waitMs);
        else {
          tries += 1;
          await this.environment.sleep(waitMs, signal);
        }
      }
    }
  }

  /** The wait before the next attempt, in ms. Undefined if a retry would not help. */
  #delayMs(error: unknown, tries: number): number | undefined {
    const grown = Math.min(maxDelayMs, firstDelayMs * 2 ** tries);
    const jittered = grown * (0.5 + this.environment.random() / 2);
    if (!mayPass(error)) return undefined;
    const retryAfterMs = error instanceof ApiError ? error.retryAfterMs : undefined;
    if (retryAfterMs === undefined) return jittered;
    // The jitter keeps clients that wait for the same second from colliding again.
    return retryAfterMs > maxWaitMs ? undefined : retryAfterMs + jittered / 4;
  }

  async #send({ method, path, query, body, idempotencyKey, signal }: Request): Promise<string> {
    const { baseUrl, apiKey } = this.#options;
    if (idempotencyKey !== undefined) assertSendable('idempotencyKey', idempotencyKey);
    const url = new URL(baseUrl + path);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const sent: RequestInit = {
      method,
      // fetch would follow to another address without the key, whose absence would be the error.
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    await this.#gate.pass(signal);
    const { response, text } = await exchange(url.href, sent, {
      fetch: this.environment.fetch,
      failure: `No answer from ${this.#host}.`,
      maxSilenceMs,
    });
    if (response.ok) return text;
    const { status, headers } = response;
    throw apiErrorOf({ status, error: parsed(text), headers, baseUrl });
  }
}

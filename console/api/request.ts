import { ApiError } from './api-error.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type RequestOptions = {
  body?: object;
  query?: Record<string, string | undefined>;
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Whether the request fails if nobody is signed in. Other requests are repeated after their user has signed in again. */
  needsNoSession?: boolean;
};

/** `sentAt` is the time at which the request was sent, by `performance.now()`. */
type SignIn = (refusal: ApiError, sentAt: number) => Promise<void>;

/** Resolves when the user is signed in again. Rejects with `refusal` if nobody was signed in before. */
let signInAgain: SignIn = async (refusal) => {
  throw refusal;
};

/** Sets the function that signs the user in again after a request was refused because the session had ended. */
export const whenSignedOut = (signIn: SignIn): void => {
  signInAgain = signIn;
};

/** Called for each refusal that a changed role, or the deletion of the object, may have caused. */
let tellRefused = (): void => {};
export const whenRefused = (listener: () => void): void => {
  tellRefused = listener;
};

/**
 * Sends a request to the page's own origin. Rejects with an `ApiError`, also when the network fails. If the session has
 * ended, the request waits for a new sign-in and is repeated, because the service did nothing without a session.
 */
export const request = async <Answer>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> => {
  const { body, query, signal, idempotencyKey, needsNoSession } = options;
  const lost = (error: unknown): never => {
    throw signal?.aborted ? error : ApiError.unreachable();
  };
  const sentAt = performance.now();
  const response = await fetch(path + queryString(query), {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: signal ?? null,
  }).catch(lost);
  const text = await response.text().catch(lost);
  // The response is not checked here: the service validates its responses against the schemas from which these types are
  // inferred.
  if (response.ok) return parsed(text);
  const error = ApiError.from(response.status, text, response.headers.get('retry-after'));
  if (error.isRefusal) tellRefused();
  if (error.type !== 'unauthenticated' || needsNoSession) throw error;
  await Promise.race([signInAgain(error, sentAt), ...(signal ? [aborted(signal)] : [])]);
  return request(method, path, options);
};

/** A page in place of JSON comes from a proxy or the like, so the request did not reach the service. */
const parsed = (text: string) => {
  try {
    return JSON.parse(text || 'null');
  } catch {
    throw ApiError.unreachable();
  }
};

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const queryString = (query: RequestOptions['query'] = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
};

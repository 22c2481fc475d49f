import { ApiError } from './api-error.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type RequestOptions = {
  body?: object;
  query?: Record<string, string | undefined>;
  signal?: AbortSignal;
  idempotencyKey?: string;
};

/** Called when the service no longer knows the session. */
let onSignedOut = (): void => {};
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener;
};

/** Sends a request to the page's own origin. Throws an `ApiError`, also when the network fails. */
export const request = async <Answer>(
  method: Method,
  path: string,
  { body, query, signal, idempotencyKey }: RequestOptions = {},
): Promise<Answer> => {
  const response = await fetch(path + queryString(query), {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : ApiError.unreachable();
  });
  const text = await response.text();
  // Unchecked: the service validates its responses against the schemas these types are inferred from.
  if (response.ok) return JSON.parse(text || 'null');
  const error = ApiError.from(response.status, text, response.headers.get('retry-after'));
  if (error.type === 'unauthenticated') onSignedOut();
  throw error;
};

const queryString = (query: RequestOptions['query'] = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
};

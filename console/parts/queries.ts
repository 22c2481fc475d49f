import { QueryClient } from '@tanstack/query-core';
import { ApiError } from '../api/api-error.ts';

const maxRetries = 3;

/** Whether to retry a read that failed `failures` times before this `error`. */
export const mayRetry = (failures: number, error: unknown): boolean =>
  error instanceof ApiError && failures < maxRetries && (error.isLost || error.retryAfterMs !== undefined);

/** In milliseconds: the time that the service asks for, or 1 s doubled with each failure. */
export const retryDelay = (failures: number, error: unknown): number =>
  (error instanceof ApiError && error.retryAfterMs) || 1000 * 2 ** failures;

/** The cache of everything that pages have read. It is emptied when the user signs out. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: mayRetry, retryDelay } },
});
// Without this, a read that waits for the network would wait for ever.
queries.mount();

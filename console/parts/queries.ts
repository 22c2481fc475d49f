import { QueryClient } from '@tanstack/query-core';
import { ApiError } from '../api/api-error.ts';

const maxRetries = 3;

/** Whether a read that failed `failures` times before this `error` is sent again. */
export const mayRetry = (failures: number, error: unknown): boolean =>
  error instanceof ApiError && failures < maxRetries && (error.isLost || error.retryAfterMs !== undefined);

/** In milliseconds: what the service asks for, else 1 s, doubled with each failure. */
export const retryDelay = (failures: number, error: unknown): number =>
  (error instanceof ApiError && error.retryAfterMs) || 1000 * 2 ** failures;

/** Everything that pages have read. It is emptied when its reader signs out. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: mayRetry, retryDelay } },
});
// Without this, a read that waits for the network waits for ever.
queries.mount();

import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';

const contentionCodes = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Two writers wrote an item or object at the same time, or it is written too fast: one of them must retry. */
const isContention = (error: unknown): boolean =>
  error instanceof TransactionConflictException ||
  // Of S3, whose client most functions do not load.
  (error instanceof Error && error.name === 'ConditionalRequestConflict') ||
  (error instanceof TransactionCanceledException &&
    (error.CancellationReasons ?? []).some(({ Code }) => contentionCodes.has(Code ?? '')));

// 14 retries over about 8 s let 100 concurrent transactions on one item succeed one after the other.
const maxRetries = 14;
const firstPauseMs = 20;
const maxPauseMs = 2_000;

/** How pauses between retries are made. `random` returns 0 to 1. */
export type Backoff = { readonly random: () => number; readonly sleep: (ms: number) => Promise<void> };

export const liveBackoff: Backoff = { random: Math.random, sleep: (ms) => delay(ms) };

/** Retries a write that conflicts with another one. The SDK does not do that. */
export const retryingContention =
  ({ random, sleep }: Backoff) =>
  async <T>(write: () => Promise<T>): Promise<T> => {
    for (let retries = 0; ; retries += 1) {
      try {
        return await write();
      } catch (error) {
        if (!isContention(error) || retries >= maxRetries) throw error;
        await sleep(random() * Math.min(firstPauseMs * 2 ** retries, maxPauseMs));
      }
    }
  };

// Errors with a status below 500 after the client's own retries, and calls without a response.
const outages = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestTimeout',
  'TransactionInProgressException',
  'TimeoutError',
]);

const brokenConnections = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

// S3 sends no body for HEAD, and a load balancer sends a web page. Then only the status is known.
const Failure = z.object({
  name: z.string(),
  code: z.string().optional(),
  $metadata: z.object({ httpStatusCode: z.number().default(0) }).optional(),
});

/** Whether the error is a fault of AWS and not of the request, so that a retry may succeed. */
export const isOutage = (error: unknown): boolean => {
  if (isContention(error)) return true;
  const { name, code, $metadata } = Failure.safeParse(error).data ?? {};
  const status = $metadata?.httpStatusCode ?? 0;
  return outages.has(name ?? '') || brokenConnections.has(code ?? '') || status >= 500 || status === 429;
};

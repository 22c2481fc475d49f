import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';

const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Two writers met on an item, or it is written too fast: nobody is wrong, one must come again. */
const isContention = (error: unknown): boolean =>
  error instanceof TransactionConflictException ||
  (error instanceof TransactionCanceledException &&
    (error.CancellationReasons ?? []).some(({ Code }) => passing.has(Code ?? '')));

// A transaction holds its items for some ms. So often, over some eight seconds, lets a hundred that meet at one item through, one after the other.
const maxRetries = 14;
const maxPauseMs = 2_000;

/** Repeats a DynamoDB write that met another one, which the SDK does not do by itself. */
export const retryingContention = async <T>(write: () => Promise<T>, retries = 0): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!isContention(error) || retries >= maxRetries) throw error;
    await delay(Math.random() * Math.min(20 * 2 ** retries, maxPauseMs));
    return retryingContention(write, retries + 1);
  }
};

// Refusals with a status below 500, when the client's own retries are used up, and calls without any answer.
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

// S3 answers HEAD without a body, and a load balancer with a web page: then the status is all there is.
const Failure = z.object({
  name: z.string(),
  code: z.string().optional(),
  $metadata: z.object({ httpStatusCode: z.number().default(0) }).optional(),
});

/** Whether AWS, and not this request, is the reason: the same request may well succeed in a moment. */
export const isOutage = (error: unknown): boolean => {
  if (isContention(error)) return true;
  const { name, code, $metadata } = Failure.safeParse(error).data ?? {};
  const status = $metadata?.httpStatusCode ?? 0;
  return outages.has(name ?? '') || brokenConnections.has(code ?? '') || status >= 500 || status === 429;
};

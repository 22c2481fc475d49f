import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { setTimeout as delay } from 'node:timers/promises';

const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Two writers met on an item, or it is written too fast: nobody is wrong, one must come again. */
const isContention = (error: unknown): boolean =>
  error instanceof TransactionConflictException ||
  (error instanceof TransactionCanceledException &&
    (error.CancellationReasons ?? []).some(({ Code }) => passing.has(Code ?? '')));

// A transaction holds its items for some ms. So often lets sixty that meet at one item through, one after the other.
const maxRetries = 9;
const longestPauseMs = 2_000;

/** Repeats a DynamoDB write that met another one, which the SDK does not do by itself. */
export const retryingContention = async <T>(write: () => Promise<T>, retries = 0): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!isContention(error) || retries >= maxRetries) throw error;
    await delay(Math.random() * Math.min(20 * 2 ** retries, longestPauseMs));
    return retryingContention(write, retries + 1);
  }
};

// What the clients throw when their own retries are used up.
const outages = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
  'InternalError',
  'ServiceUnavailable',
  'SlowDown',
  'TimeoutError',
]);

/** Whether AWS, and not this request, is the reason: the same request may well succeed in a moment. */
export const isOutage = (error: unknown): boolean =>
  isContention(error) || (error instanceof Error && outages.has(error.name));

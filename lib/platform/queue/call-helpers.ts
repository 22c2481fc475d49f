import { log } from '#lib/platform/log.ts';
import type { RecordMiddleware } from './record.ts';

/** Starts one more worker, which itself receives messages of the same queue. */
export type CallHelper = () => Promise<void>;

/** A message that waited longer than this found no free poller of Lambda. */
export const maxWaitMs = 100;
/** More than one, so that the number of helpers doubles while messages wait. */
export const helpersCalled = 2;

/** Calls this number of helpers at once. If a call fails, it only costs time, because Lambda adds pollers, too. */
export const callAtOnce = async (callHelper: CallHelper, helpers: number): Promise<void> => {
  try {
    await Promise.all(Array.from({ length: helpers }, callHelper));
    log.info('queue.helpers_called', { helpers });
  } catch (error) {
    log.error('queue.call_failed', error);
  }
};

/**
 * Calls more workers if a message had to wait for this one. Lambda itself adds only a few pollers a second, however many
 * messages wait.
 */
export const callHelpers = <Message>(callHelper: CallHelper): RecordMiddleware<Message> => ({
  before: async ({ event: { receives, waitedMs } }) => {
    // A message that has failed before is received again without having waited for a worker.
    if (receives === 1 && waitedMs > maxWaitMs) await callAtOnce(callHelper, helpersCalled);
  },
});

import { log } from '#lib/platform/log.ts';
import type { RecordMiddleware } from './record.ts';

/** Starts one more worker, which receives messages of the same queue itself. */
export type CallHelper = () => Promise<void>;

/** A message that waited longer found no free poller of Lambda's. */
export const maxWaitMs = 100;
/** More than one, so that their number doubles as long as messages wait. */
export const helpersCalled = 2;

/** Calls this number of helpers at once. A call that fails costs time only: Lambda adds pollers, too. */
export const callAtOnce = async (callHelper: CallHelper, helpers: number): Promise<void> => {
  try {
    await Promise.all(Array.from({ length: helpers }, callHelper));
    log.info('queue.helpers_called', { helpers });
  } catch (error) {
    log.error('queue.call_failed', error);
  }
};

/**
 * Calls more workers when a message had to wait for this one. Lambda itself adds only some pollers a second, however many
 * messages wait.
 */
export const callHelpers = <Message>(callHelper: CallHelper): RecordMiddleware<Message> => ({
  before: async ({ event: { receives, waitedMs } }) => {
    // A message that failed is received again without having waited for a worker.
    if (receives === 1 && waitedMs > maxWaitMs) await callAtOnce(callHelper, helpersCalled);
  },
});

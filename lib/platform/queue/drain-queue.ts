import type { Context, SQSBatchResponse } from 'aws-lambda';
import type { ReceivedMessage, ReceiveMessages } from '#lib/platform/aws/receive.ts';
import { secondMs } from '#lib/platform/durations.ts';

/** A handler of a queue. It reports the messages that failed. */
type Handle = (
  event: { readonly Records: readonly ReceivedMessage[] },
  context: Context,
) => Promise<SQSBatchResponse>;

type DrainDeps = ReceiveMessages & {
  /** The handler of the first message, and of the following ones. */
  readonly handleFirst: Handle;
  readonly handleNext: Handle;
  /** How long to wait for the first message. There is no wait for later ones, because another worker gets a missed message. */
  readonly firstWaitSeconds: number;
  readonly now: () => Date;
  /**
   * Called before each message. The work on a message calls `endTurn` when it only waits for AWS; then the next message is
   * begun.
   */
  readonly onTurn?: (endTurn: () => void) => void;
};

/** After this time no message is begun, so that the last one has as much time as one that Lambda delivers. */
export const drainMs = 30 * secondMs;

/**
 * Handles messages one after another, until none waits. Like Lambda's pollers, it removes messages that are done. At most two
 * are handled at once: one whose turn is over, and the one after it.
 */
export const drainQueue = async (deps: DrainDeps, context: Context): Promise<void> => {
  const untilMs = deps.now().getTime() + drainMs;
  const work = async (message: ReceivedMessage, handle: Handle): Promise<void> => {
    const { batchItemFailures } = await handle({ Records: [message] }, context);
    if (batchItemFailures.length === 0) await deps.remove(message.receiptHandle);
  };
  let handle = deps.handleFirst;
  let waitSeconds = deps.firstWaitSeconds;
  let before = Promise.resolve();
  let latest = before;
  try {
    while (deps.now().getTime() < untilMs) {
      const message = await deps.receive(waitSeconds);
      if (!message) break;
      const turn = Promise.withResolvers<void>();
      deps.onTurn?.(turn.resolve);
      latest = work(message, handle);
      await Promise.all([before, Promise.race([turn.promise, latest])]);
      before = latest;
      [handle, waitSeconds] = [deps.handleNext, 0];
    }
    await before;
  } finally {
    // Unfinished work would continue during the next invocation.
    await Promise.allSettled([before, latest]);
  }
};

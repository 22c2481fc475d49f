import type { Context, SQSBatchResponse } from 'aws-lambda';
import type { ReceivedMessage, ReceiveMessages } from '#lib/platform/aws/receive.ts';
import { secondMs } from '#lib/platform/durations.ts';

/** A handler of a queue, which reports the messages that failed. */
type Handle = (
  event: { readonly Records: readonly ReceivedMessage[] },
  context: Context,
) => Promise<SQSBatchResponse>;

type DrainDeps = ReceiveMessages & {
  /** Of the first message, and of those after it. */
  readonly handleFirst: Handle;
  readonly handleNext: Handle;
  /** How long to wait for the first message. There is no wait for the others: a message that is missed goes to another worker. */
  readonly firstWaitSeconds: number;
  readonly now: () => Date;
  /** Called before each message. The work on it calls `endTurn` once it only waits for AWS, and then the next message is begun. */
  readonly onTurn?: (endTurn: () => void) => void;
};

/** After this no message is begun, so that the last one has as much time as one that Lambda delivers. */
export const drainMs = 30 * secondMs;

/**
 * Works on messages one after another, until none waits. Like Lambda's pollers it removes those that are done. At most two are at work
 * at once: one whose turn is over, and the one after it.
 */
export const drainQueue = async (deps: DrainDeps, context: Context): Promise<void> => {
  const untilMs = deps.now().getTime() + drainMs;
  const work = async (message: ReceivedMessage, handle: Handle): Promise<void> => {
    const { batchItemFailures } = await handle({ Records: [message] }, context);
    if (batchItemFailures.length === 0) await deps.remove(message.receiptHandle);
  };
  let [handle, waitSeconds] = [deps.handleFirst, deps.firstWaitSeconds];
  let before = Promise.resolve();
  try {
    while (deps.now().getTime() < untilMs) {
      const message = await deps.receive(waitSeconds);
      if (!message) break;
      const turn = Promise.withResolvers<void>();
      deps.onTurn?.(turn.resolve);
      const done = work(message, handle);
      await Promise.all([before, Promise.race([turn.promise, done])]);
      before = done;
      [handle, waitSeconds] = [deps.handleNext, 0];
    }
  } finally {
    await before;
  }
};

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
  readonly now: () => Date;
};

/** Leaves the last message as long as a worker has that Lambda's pollers start. */
export const drainMs = 30 * secondMs;

/** Works on messages one after another, until none waits. Like Lambda's pollers it removes those that are done. */
export const drainQueue = async (deps: DrainDeps, context: Context): Promise<void> => {
  const untilMs = deps.now().getTime() + drainMs;
  let handle = deps.handleFirst;
  while (deps.now().getTime() < untilMs) {
    const message = await deps.receive();
    if (!message) return;
    const { batchItemFailures } = await handle({ Records: [message] }, context);
    if (batchItemFailures.length === 0) await deps.remove(message.receiptHandle);
    handle = deps.handleNext;
  }
};

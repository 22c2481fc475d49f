import type { Send } from '#lib/platform/aws/queue.ts';

export type Waiting<Message> = {
  readonly message: Message;
  /** The next time at which it can be received, in epoch ms. */
  at: number;
  receives: number;
};

const maxDelayMs = 900_000;

/**
 * A queue in memory. As on SQS, delays are whole seconds and at most 15 minutes, and a message that is not deleted is received
 * again.
 */
export const memoryQueue = <Message>(now: () => Date, visibilityMs: number) => {
  const waiting: Waiting<Message>[] = [];
  const send: Send<Message> = async (message, delayMs = 0) => {
    if (delayMs > maxDelayMs) throw new Error(`SQS refuses a delay of ${delayMs} ms.`);
    const copy: Message = JSON.parse(JSON.stringify(message));
    waiting.push({ message: copy, at: now().getTime() + Math.ceil(delayMs / 1_000) * 1_000, receives: 0 });
  };
  return {
    waiting,
    send,
    /** Receives a message and hides it for the visibility timeout. */
    receive: (): Waiting<Message> | undefined => {
      const one = waiting.find(({ at }) => at <= now().getTime());
      if (!one) return undefined;
      one.receives += 1;
      one.at = now().getTime() + visibilityMs;
      return one;
    },
    remove: (one: Waiting<Message>): void => void waiting.splice(waiting.indexOf(one), 1),
  };
};

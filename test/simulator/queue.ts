import type * as z from 'zod';
import { maxReceives } from '#lib/platform/queue/receives.ts';
import { minute, second } from './chaos.ts';
import { type Ending, type Setting, startWorker, type Worker } from './worker.ts';

type QueueOptions<Message> = {
  readonly name: string;
  readonly schema: z.ZodType<Message>;
  readonly timeoutMs: number;
  readonly run: (worker: Worker, message: Message, isLastTry: boolean) => Promise<unknown>;
  /** Called when a delivery has ended. */
  readonly ended: (message: Message, ending: Ending) => void;
  /** Receives messages that exceed the maximum receive count. Without it messages are delivered forever. */
  readonly onDead?: (message: Message) => void;
};

/** SQS with a Lambda function: at-least-once delivery in any order, and a dead-letter queue after five receives. */
export const newQueue = <Message>(setting: Setting, options: QueueOptions<Message>) => {
  const { timeline, random, chaos, trace } = setting;
  let sent = 0;

  /** Sends a message. Until the chaos ends, it may get lost, arrive late or arrive twice. */
  const send = (body: Message, delayMs = 0): void => {
    const now = timeline.ms();
    sent += 1;
    const name = `${options.name}#${sent}`;
    if (chaos.occurs('lostMessages', now)) return trace(`${name} is lost`);
    const text = JSON.stringify(body);
    trace(`${name} is queued: ${text}`);
    let receives = 0;
    let deleted = false;

    const deliver = (again: boolean): void => {
      if (deleted) return;
      const message = options.schema.parse(JSON.parse(text));
      if (options.onDead && receives >= maxReceives) {
        deleted = true;
        trace(`${name} is dead`);
        return options.onDead(message);
      }
      receives += 1;
      // The visibility timeout is six function timeouts.
      if (again) timeline.in(6 * options.timeoutMs, () => deliver(true));
      const ended = (ending: Ending): void => {
        options.ended(message, ending);
        if (ending.kind === 'returned' && !chaos.occurs('failedDeletes', timeline.ms())) deleted = true;
      };
      const isLastTry = receives >= maxReceives;
      startWorker(setting, { name: `${name}.${receives}`, timeoutMs: options.timeoutMs, ended }, (worker) =>
        options.run(worker, message, isLastTry),
      );
    };

    const late = chaos.occurs('lateMessages', now) ? random.between(second, 10 * minute) : 0;
    timeline.in(delayMs + late + random.between(1, 50), () => deliver(true));
    if (chaos.occurs('duplicates', now))
      timeline.in(delayMs + random.between(1, 5 * minute), () => deliver(false));
  };

  return { send };
};

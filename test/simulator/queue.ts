import type * as z from 'zod';
import { maxReceives } from '#lib/platform/queue/receives.ts';
import { minute, second } from './chaos.ts';
import { type Ending, type Setting, startWorker, type Worker } from './worker.ts';

type Design<Message> = {
  readonly name: string;
  readonly schema: z.ZodType<Message>;
  readonly timeoutMs: number;
  readonly run: (worker: Worker, message: Message, isLastTry: boolean) => Promise<unknown>;
  /** Told how each delivery ended. */
  readonly ended: (message: Message, ending: Ending) => void;
  /** Takes what was received too often; without it messages are delivered for ever. */
  readonly bury?: (message: Message) => void;
};

/** SQS with a Lambda function behind it: at least once, in any order, five times, then the dead-letter queue. */
export const newQueue = <Message>(setting: Setting, design: Design<Message>) => {
  const { timeline, random, chaos, trace } = setting;
  let sent = 0;

  /** Says no more than SQS would: a taken message may get lost, come late or come twice while the chaos lasts. */
  const send = (body: Message, delayMs = 0): void => {
    const now = timeline.ms();
    sent += 1;
    const name = `${design.name}#${sent}`;
    if (chaos.strikes('lostMessages', now)) return trace(`${name} is lost`);
    const text = JSON.stringify(body);
    trace(`${name} is queued: ${text}`);
    let receives = 0;
    let deleted = false;

    const deliver = (again: boolean): void => {
      if (deleted) return;
      const message = design.schema.parse(JSON.parse(text));
      if (design.bury && receives >= maxReceives) {
        deleted = true;
        trace(`${name} is dead`);
        return design.bury(message);
      }
      receives += 1;
      // The queue hides a message six times as long as its function may run.
      if (again) timeline.in(6 * design.timeoutMs, () => deliver(true));
      const ended = (ending: Ending): void => {
        design.ended(message, ending);
        if (ending.kind === 'returned' && !chaos.strikes('keptMessages', timeline.ms())) deleted = true;
      };
      const isLastTry = receives >= maxReceives;
      startWorker(setting, { name: `${name}.${receives}`, timeoutMs: design.timeoutMs, ended }, (worker) =>
        design.run(worker, message, isLastTry),
      );
    };

    const late = chaos.strikes('lateMessages', now) ? random.between(second, 10 * minute) : 0;
    timeline.in(delayMs + late + random.between(1, 50), () => deliver(true));
    if (chaos.strikes('twins', now))
      timeline.in(delayMs + random.between(1, 5 * minute), () => deliver(false));
  };

  return { send };
};

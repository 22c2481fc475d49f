import type { Send } from '#lib/aws/queue.ts';
import type { Every } from '#lib/every.ts';
import type { TakePlace } from '#lib/limits/stage-places.ts';
import { log } from '#lib/log.ts';
import type { Tenant } from '#lib/tenant.ts';

// A worker that dies gives its place back within two minutes: about when its job may be taken up again.
const placeMs = 120_000;
const renewEveryMs = 30_000;

const shortestDelayMs = 5_000;
const longestDelayMs = 15_000;

export type PlaceDeps<Message> = {
  readonly takePlace: TakePlace;
  /** Puts the message on the queue it came from. */
  readonly send: Send<Message>;
  readonly every: Every;
  /** From 0 to below 1. */
  readonly random: () => number;
};

/**
 * Runs a message only while its project holds a place at the stage. Without one a copy of the message is sent, to be
 * received some seconds later, and this one is done with: waiting for a place uses up none of its tries.
 */
export const withPlace =
  <Message extends { readonly tenant: Tenant }, Rest extends readonly unknown[]>(
    deps: PlaceDeps<Message>,
    run: (message: Message, ...rest: Rest) => Promise<void>,
  ) =>
  async (message: Message, ...rest: Rest): Promise<void> => {
    const { tenant } = message;
    const taking = await deps.takePlace(tenant, placeMs);
    if (!taking.taken) {
      const delayMs = shortestDelayMs + deps.random() * (longestDelayMs - shortestDelayMs);
      await deps.send(message, delayMs);
      return log.info('record.deferred', { tenant });
    }
    const { hold } = taking;
    const stop = deps.every(renewEveryMs, () => void hold.keep(placeMs));
    try {
      await run(message, ...rest);
    } finally {
      stop();
      await hold.leave();
    }
  };

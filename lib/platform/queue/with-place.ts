import type { Send } from '#lib/platform/aws/queue.ts';
import type { Every } from '#lib/platform/every.ts';
import type { MayWait, StageMessage, TakePlace } from '#lib/platform/limits/stage-places.ts';
import { log } from '#lib/platform/log.ts';

// A worker that dies gives its place back within two minutes: about when its job may be taken up again.
const placeMs = 120_000;
const renewEveryMs = 30_000;

const minDelayMs = 5_000;
const maxDelayMs = 15_000;
/** The clocks of two functions may differ by so much. */
const skewMs = 1_000;

export type PlaceDeps<Message> = {
  readonly takePlace: TakePlace;
  readonly mayWait: MayWait;
  /** Puts the message on the queue it came from. */
  readonly send: Send<Message>;
  readonly every: Every;
  /** From 0 to below 1. */
  readonly random: () => number;
};

/**
 * Sends a copy, so that waiting uses up none of the message's tries. Of several copies one is sent again: each send and each
 * delivery may double a message, so that copies that all came back would grow without bound.
 */
const sendAgain = async <Message extends StageMessage>(
  deps: PlaceDeps<Message>,
  message: Message,
): Promise<void> => {
  const { tenant, id } = message;
  const delayMs = minDelayMs + deps.random() * (maxDelayMs - minDelayMs);
  const waits = await deps.mayWait(message, delayMs - skewMs);
  if (waits) await deps.send(message, delayMs);
  log.info('record.deferred', { tenant, transcription_id: id, is_copy: !waits });
};

/** Runs a message only while its project holds a place at the stage. Without one it is received again some seconds later. */
export const withPlace =
  <Message extends StageMessage, Rest extends readonly unknown[]>(
    deps: PlaceDeps<Message>,
    run: (message: Message, ...rest: Rest) => Promise<void>,
  ) =>
  async (message: Message, ...rest: Rest): Promise<void> => {
    const taking = await deps.takePlace(message.tenant, placeMs);
    if (!taking.taken) return sendAgain(deps, message);
    const { hold } = taking;
    const stop = deps.every(renewEveryMs, () => void hold.keep(placeMs));
    try {
      await run(message, ...rest);
    } finally {
      stop();
      await hold.leave();
    }
  };

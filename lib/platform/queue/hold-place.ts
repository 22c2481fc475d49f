import type { Send } from '#lib/platform/aws/queue.ts';
import type { Every } from '#lib/platform/every.ts';
import type { MayWait, StageMessage, TakePlace } from '#lib/platform/limits/stage-places.ts';
import { log } from '#lib/platform/log.ts';
import { messageOf, type RecordMiddleware, type RecordState } from './record.ts';

// A worker that dies gives its place back within two minutes: about when its job may be taken up again.
const placeMs = 120_000;
const renewEveryMs = 30_000;

const minDelayMs = 5_000;
const maxDelayMs = 15_000;
/** The clocks of two functions may differ by this. */
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
 * Sends a copy, so that waiting uses up none of the message's tries. Of several copies one is sent: each send and each
 * delivery may double a message, and the copies would grow without bound.
 */
const defer = async <Message extends StageMessage>(
  deps: PlaceDeps<Message>,
  message: Message,
): Promise<void> => {
  const delayMs = minDelayMs + deps.random() * (maxDelayMs - minDelayMs);
  const waits = await deps.mayWait(message, delayMs - skewMs);
  if (waits) await deps.send(message, delayMs);
  log.info('record.deferred', { is_copy: !waits });
};

const leave = async ({ internal }: { readonly internal: RecordState }): Promise<void> => {
  await internal.leavePlace?.();
};

/** Runs a message only while its project holds a place at the stage. Without one a copy is received some seconds later. */
export const holdPlace = <Message extends StageMessage>(
  deps: PlaceDeps<Message>,
): RecordMiddleware<Message> => ({
  before: async ({ event, internal }) => {
    const message = messageOf(event);
    const taking = await deps.takePlace(message.tenant, placeMs);
    if (!taking.taken) {
      await defer(deps, message);
      return true;
    }
    const { hold } = taking;
    const stop = deps.every(renewEveryMs, () => void hold.keep(placeMs));
    internal.leavePlace = async () => {
      stop();
      await hold.leave();
    };
    return undefined;
  },
  after: leave,
  onError: leave,
});

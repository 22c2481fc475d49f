import type { Send } from '#lib/platform/aws/queue.ts';
import type { Every } from '#lib/platform/every.ts';
import type { MayWait, StageMessage, AcquirePermit } from '#lib/platform/limits/stage-permits.ts';
import { log } from '#lib/platform/log.ts';
import { messageOf, type RecordMiddleware, type RecordState } from './record.ts';

// A worker that dies loses its permit within two minutes.
const permitMs = 120_000;
const renewEveryMs = 30_000;

const minDelayMs = 5_000;
const maxDelayMs = 15_000;
/** The clocks of two functions may differ by this time. */
const skewMs = 1_000;

export type StagePermitDeps<Message> = {
  readonly acquirePermit: AcquirePermit;
  readonly mayWait: MayWait;
  /** Sends the message to the queue from which it came. */
  readonly send: Send<Message>;
  readonly every: Every;
  /** From 0 to below 1. */
  readonly random: () => number;
};

/**
 * Sends a copy with a delay, so that waiting does not use up the message's tries. Only one of several duplicates is sent
 * again: each send and each delivery may duplicate a message, and otherwise their number would grow without limit.
 */
const defer = async <Message extends StageMessage>(
  deps: StagePermitDeps<Message>,
  message: Message,
): Promise<void> => {
  const delayMs = minDelayMs + deps.random() * (maxDelayMs - minDelayMs);
  const waits = await deps.mayWait(message, delayMs - skewMs);
  if (waits) await deps.send(message, delayMs);
  log.info('record.deferred', { is_copy: !waits });
};

const release = async ({ internal }: { readonly internal: RecordState }): Promise<void> => {
  await internal.releasePermit?.();
};

/**
 * Handles a message that `needsPermit` only while its project holds a permit at the stage. Without a permit, a copy of the
 * message is received some seconds later.
 */
export const holdPermit = <Message extends StageMessage>(
  deps: StagePermitDeps<Message>,
  needsPermit: (message: Message) => Promise<boolean> = async () => true,
): RecordMiddleware<Message> => ({
  before: async ({ event, internal }) => {
    const message = messageOf(event);
    if (!(await needsPermit(message))) return undefined;
    const acquisition = await deps.acquirePermit(message.tenant, permitMs);
    if (!acquisition.taken) {
      await defer(deps, message);
      return true;
    }
    const { permits } = acquisition;
    const stop = deps.every(renewEveryMs, () => void permits.extend(permitMs));
    internal.releasePermit = async () => {
      stop();
      await permits.release();
    };
    return undefined;
  },
  after: release,
  onError: release,
});

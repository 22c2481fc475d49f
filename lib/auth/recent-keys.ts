import { freeSlots, type Slots } from '#lib/limits/rate-window.ts';
import type { Caller } from './caller.ts';

/** A key as its last request here left it. */
type Recent = {
  readonly caller: Caller;
  readonly secretHash: string;
  readonly slots: Slots;
  /** Epoch ms. */
  readonly seenAt: number;
};

const mostKept = 2_000;
/** Not for longer, so that a key that is revoked meanwhile is soon told so. */
const fullForMs = 1_000;

/** The keys that this process has lately admitted; the one that was longest unused makes room. */
export const recentKeys = () => {
  const keys = new Map<string, Recent>();
  return {
    find: (keyId: string, secretHash: string): Recent | undefined => {
      const found = keys.get(keyId);
      return found?.secretHash === secretHash ? found : undefined;
    },
    keep: (recent: Recent): void => {
      const { keyId } = recent.caller;
      keys.delete(keyId);
      const [oldest] = keys.keys();
      if (keys.size >= mostKept && oldest !== undefined) keys.delete(oldest);
      keys.set(keyId, recent);
    },
    forget: (keyId: string): void => void keys.delete(keyId),
  };
};

/** Whether a request at `now` is sure to find no free slot: slots only fill up, so until the first runs out all are taken. */
export const isSurelyFull = ({ slots, seenAt }: Recent, now: number): boolean =>
  now - seenAt < fullForMs && freeSlots(slots, now).length === 0;

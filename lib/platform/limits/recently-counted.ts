import { freeSlots, type Slots } from './rate-window.ts';

/** The slots of a key or person as their last request here left them, at epoch ms. */
export type Recent = { readonly slots: Slots; readonly seenAt: number };

const maxKept = 2_000;
/** Not for longer, so that a key that is revoked meanwhile is soon told so. */
const fullForMs = 1_000;

/** By id, who was lately counted in this process; who was longest not seen makes room. */
export const recentlyCounted = <R extends Recent>() => {
  const all = new Map<string, R>();
  return {
    find: (id: string): R | undefined => all.get(id),
    keep: (id: string, recent: R): void => {
      all.delete(id);
      const [oldest] = all.keys();
      if (all.size >= maxKept && oldest !== undefined) all.delete(oldest);
      all.set(id, recent);
    },
    forget: (id: string): void => void all.delete(id),
  };
};

/** Whether a request at `now` is sure to find no free slot: slots only fill up, so until the first runs out all are taken. */
export const isSurelyFull = ({ slots, seenAt }: Recent, now: number): boolean =>
  now - seenAt < fullForMs && freeSlots(slots, now).length === 0;

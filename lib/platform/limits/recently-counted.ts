import { freeSlots, type Slots } from './rate-window.ts';

/** The slots of a key or person after their last request in this process, at epoch ms. */
export type Recent = { readonly slots: Slots; readonly seenAt: number };

const maxKept = 2_000;
/** Short, so that a revoked key soon gets its own error. */
const fullForMs = 1_000;

/** A cache by id that evicts the least recently counted. */
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

/** Whether a request at `now` would find no free slot. Slots only fill up, so until the first expires all are taken. */
export const isSurelyFull = ({ slots, seenAt }: Recent, now: number): boolean =>
  now - seenAt < fullForMs && freeSlots(slots, now).length === 0;

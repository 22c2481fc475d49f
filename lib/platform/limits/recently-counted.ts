import { recentMap } from '../recent-map.ts';
import { freeSlots, type Slots } from './rate-window.ts';

/** The slots of a key or person after their last request in this process, at epoch ms. */
export type Recent = { readonly slots: Slots; readonly seenAt: number };

const maxKept = 2_000;
/** Short, so that a revoked key soon gets its own error. */
const fullForMs = 1_000;

/** A cache by id that evicts the least recently counted. */
export const recentlyCounted = <R extends Recent>() => recentMap<R>(maxKept);

/** Whether a request at `now` would find no free slot. Slots only fill up, so until the first expires all are taken. */
export const isSurelyFull = ({ slots, seenAt }: Recent, now: number): boolean =>
  now - seenAt < fullForMs && freeSlots(slots, now).length === 0;

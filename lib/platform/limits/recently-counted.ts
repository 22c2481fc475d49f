import { recentMap } from '../recent-map.ts';
import { freeSlots, type Slots } from './rate-window.ts';

/** The slots of a key or person after its last request in this process. `seenAt` is epoch ms. */
export type Recent = { readonly slots: Slots; readonly seenAt: number };

const maxKept = 2_000;
/** This time is short, so that a revoked key soon gets its own error. */
const fullForMs = 1_000;

/** A cache by id. It evicts the entry that was counted least recently. */
export const recentlyCounted = <R extends Recent>() => recentMap<R>(maxKept);

/**
 * Whether a request at `now` cannot find a free slot. Other processes only fill slots, so all are taken until the first
 * one expires.
 */
export const isSurelyFull = ({ slots, seenAt }: Recent, now: number): boolean =>
  now - seenAt < fullForMs && freeSlots(slots, now).length === 0;

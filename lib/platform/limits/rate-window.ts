import type { Item } from '#lib/platform/aws/table.ts';
import { minuteMs, secondMs } from '#lib/platform/durations.ts';

export const windowMs = minuteMs;

/** The time at which each slot was last taken (epoch ms), undefined if never. There is one slot per allowed request. */
export type Slots = readonly (number | undefined)[];

export const emptySlots = (limit: number): Slots => Array.from({ length: limit }, () => undefined);

/** The slots in an item. Short names keep the item below 1 KB, so that a write costs one unit. */
export const slotsOf = (item: Item, limit: number): Slots =>
  Array.from({ length: limit }, (_, slot) => {
    const takenAt = item[`s${slot}`];
    return typeof takenAt === 'number' ? takenAt : undefined;
  });

const isTaken = (takenAt: number | undefined, now: number): takenAt is number =>
  takenAt !== undefined && takenAt > now - windowMs;

/** The slots free at `now`. */
export const freeSlots = (slots: Slots, now: number): number[] =>
  slots.flatMap((takenAt, slot) => (isTaken(takenAt, now) ? [] : [slot]));

/**
 * The time at which the latest request took a slot (epoch ms). Undefined if none did. The item may have had more slots
 * earlier.
 */
export const lastTakenOf = (item: Item): number | undefined => {
  const taken = Object.entries(item).flatMap(([name, value]) =>
    /^s\d+$/.test(name) && typeof value === 'number' ? [value] : [],
  );
  return taken.length === 0 ? undefined : Math.max(...taken);
};

/** Whole seconds until a slot becomes free. 0 if none is taken. */
export const secondsToNextSlot = (slots: Slots, now: number): number => {
  const taken = slots.filter((takenAt) => isTaken(takenAt, now));
  return taken.length === 0 ? 0 : Math.ceil((Math.min(...taken) + windowMs - now) / secondMs);
};

/** The RateLimit headers (draft-ietf-httpapi-ratelimit-headers) of a response at `now`. */
export const rateLimitHeaders = (slots: Slots, now: number): Readonly<Record<string, string>> => ({
  'ratelimit-policy': `"requests";q=${slots.length};w=${windowMs / 1000}`,
  ratelimit: `"requests";r=${freeSlots(slots, now).length};t=${secondsToNextSlot(slots, now)}`,
});

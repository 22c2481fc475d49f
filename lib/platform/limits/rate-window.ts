import type { Item } from '#lib/platform/aws/table.ts';
import { minuteMs, secondMs } from '#lib/platform/durations.ts';

/** The contract's limit: so many requests of one key in any window of this length. */
export const rateLimit = 60;
export const windowMs = minuteMs;

/** When each slot was last taken (epoch ms), undefined for one that never was: as many slots as the limit has requests. */
export type Slots = readonly (number | undefined)[];

export const emptySlots = (limit: number): Slots => Array.from({ length: limit }, () => undefined);

/** The slots in an item. Their names are short because an item of up to 1 KB is written for one unit. */
export const slotsOf = (item: Item, limit: number): Slots =>
  Array.from({ length: limit }, (_, slot) => {
    const takenAt = item[`s${slot}`];
    return typeof takenAt === 'number' ? takenAt : undefined;
  });

const isTaken = (takenAt: number | undefined, now: number): takenAt is number =>
  takenAt !== undefined && takenAt > now - windowMs;

/** The slots that a request at `now` may take. */
export const freeSlots = (slots: Slots, now: number): number[] =>
  slots.flatMap((takenAt, slot) => (isTaken(takenAt, now) ? [] : [slot]));

/** When the latest request took a slot (epoch ms), undefined when none ever did. */
export const lastTaken = (slots: Slots): number | undefined => {
  const taken = slots.filter((takenAt) => takenAt !== undefined);
  return taken.length === 0 ? undefined : Math.max(...taken);
};

/** Whole seconds until a slot becomes free again; 0 when none is taken. */
export const secondsToNextSlot = (slots: Slots, now: number): number => {
  const taken = slots.filter((takenAt) => isTaken(takenAt, now));
  return taken.length === 0 ? 0 : Math.ceil((Math.min(...taken) + windowMs - now) / secondMs);
};

/** The RateLimit fields (draft-ietf-httpapi-ratelimit-headers) of an answer at `now`. */
export const rateLimitHeaders = (slots: Slots, now: number): Readonly<Record<string, string>> => ({
  'ratelimit-policy': `"requests";q=${slots.length};w=${windowMs / 1000}`,
  ratelimit: `"requests";r=${freeSlots(slots, now).length};t=${secondsToNextSlot(slots, now)}`,
});

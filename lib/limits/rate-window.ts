/** The contract's limit: so many requests of one key in any window of this length. */
export const rateLimit = 60;
export const windowMs = 60_000;

/** When each of the 60 slots was last taken (epoch ms), undefined for one that never was. */
export type Slots = readonly (number | undefined)[];

const isTaken = (takenAt: number | undefined, now: number): takenAt is number =>
  takenAt !== undefined && takenAt > now - windowMs;

/** The slots that a request at `now` may take. */
export const freeSlots = (slots: Slots, now: number): number[] =>
  Array.from({ length: rateLimit }, (_, slot) => slot).filter((slot) => !isTaken(slots[slot], now));

/** Whole seconds until a slot becomes free again; 0 when none is taken. */
export const secondsToNextSlot = (slots: Slots, now: number): number => {
  const taken = slots.filter((takenAt) => isTaken(takenAt, now));
  return taken.length === 0 ? 0 : Math.ceil((Math.min(...taken) + windowMs - now) / 1000);
};

/** The RateLimit fields (draft-ietf-httpapi-ratelimit-headers) of an answer at `now`. */
export const rateLimitHeaders = (slots: Slots, now: number): Readonly<Record<string, string>> => ({
  'ratelimit-policy': `"requests";q=${rateLimit};w=${windowMs / 1000}`,
  ratelimit: `"requests";r=${freeSlots(slots, now).length};t=${secondsToNextSlot(slots, now)}`,
});

import { randomInt } from 'node:crypto';
import type { Change, Item, Key, Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import {
  freeSlots,
  rateLimitHeaders,
  secondsToNextSlot,
  type Slots,
  slotsOf,
  windowMs,
} from './rate-window.ts';

export type Clock = {
  readonly now: () => Date;
  /** Returns a whole number from 0 to `limit` - 1. */
  readonly random: (limit: number) => number;
};
export const systemClock: Clock = { now: () => new Date(), random: randomInt };

/** A request that counts towards a rate limit. */
export type CountedRequest = {
  readonly key: Key;
  /** Maximum requests in any window. */
  readonly limit: number;
  /** An additional condition on the item for a request at `now`. */
  readonly condition?: (now: Date) => { readonly where: string; readonly values: Item };
  /** Throws if the item fails that condition. */
  readonly assert?: (item: Item | undefined, now: Date) => void;
};

/** The outcome of one request: whether it took a slot, and the item and its slots afterwards. */
export type SlotOutcome = {
  readonly taken: boolean;
  readonly item: Item;
  readonly slots: Slots;
  readonly at: number;
};

const slotTaking = ({ key, condition }: CountedRequest, slot: number, now: Date): Change => {
  const more = condition?.(now);
  const at = now.getTime();
  return {
    key,
    set: `SET s${slot} = :now`,
    where: `${more ? `${more.where} AND ` : ''}(attribute_not_exists(s${slot}) OR s${slot} <= :cutoff)`,
    values: { ...more?.values, ':now': at, ':cutoff': at - windowMs },
  };
};

/**
 * Counts a request in one write. A refused write returns the item, which shows the reason: `assert` throws, or the slot
 * was taken and another one is tried. `known` are the slots as last seen.
 */
export const takeSlot = async (
  { table, now, random }: Clock & { readonly table: Pick<Table, 'update'> },
  counted: CountedRequest,
  known: Slots,
): Promise<SlotOutcome> => {
  let free = freeSlots(known, now().getTime());
  for (;;) {
    const date = now();
    const at = date.getTime();
    const slot = free.length === 0 ? 0 : (free[random(free.length)] ?? 0);
    const outcome = await table.update(slotTaking(counted, slot, date));
    counted.assert?.(outcome.item, date);
    const item = outcome.item ?? {};
    const slots = slotsOf(item, counted.limit);
    free = freeSlots(slots, at);
    if (outcome.done || free.length === 0) return { taken: outcome.done, item, slots, at };
  }
};

/** The 429 error of a request without a free slot. `what` completes "Too many requests", as in "with this key". */
export const tooManyRequests = (what: string, slots: Slots, now: number): AppError => {
  const seconds = secondsToNextSlot(slots, now);
  return new AppError('rate_limit_exceeded', `Too many requests ${what}. Try again in ${seconds} s.`, {
    headers: { ...rateLimitHeaders(slots, now), 'retry-after': String(seconds) },
  });
};

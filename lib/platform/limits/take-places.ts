import { randomBytes, randomInt } from 'node:crypto';
import type { Item, Key, Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import {
  firstFreeAt,
  freePlaces,
  type Holder,
  isHeldBy,
  keeping,
  leaving,
  type PlaceKind,
  taking,
} from './places.ts';

/** Held permits. Neither call rejects: a permit that cannot be released expires. */
export type Hold = {
  /** Extends them to `ms` from now, unless they expired and have another holder. */
  readonly keep: (ms: number) => Promise<void>;
  readonly leave: () => Promise<void>;
};

export type Taking =
  | { readonly taken: true; readonly hold: Hold }
  /** When the first permit expires. */
  | { readonly taken: false; readonly freeAt: Date };

export type PlaceDeps = {
  readonly table: Pick<Table, 'update'>;
  readonly now: () => Date;
  /** A whole number from 0 to below `limit`. */
  readonly random: (limit: number) => number;
  readonly newOwner: () => string;
};

export const livePlaceDeps = (table: Pick<Table, 'update'>): PlaceDeps => ({
  table,
  now: () => new Date(),
  random: randomInt,
  newOwner: () => randomBytes(6).toString('base64url'),
});

/** Bound on optimistic retries. Each competing writer costs one. */
const maxTries = 8;

const holdOf = ({ table, now }: PlaceDeps, holder: Holder): Hold => {
  const update = async (change: Parameters<Table['update']>[0]): Promise<void> => {
    try {
      await table.update(change);
    } catch (error) {
      log.error('place.update_failed', error, { ...holder.key });
    }
  };
  return {
    keep: (ms) => update(keeping(holder, now().getTime() + ms)),
    leave: () => update(leaving(holder)),
  };
};

/** When a permit of each kind is free at the latest. */
const freeAtOf = (item: Item, kinds: readonly PlaceKind[], now: number): Date => {
  const full = kinds.filter((kind) => freePlaces(item, kind, now).length === 0);
  return new Date(Math.max(now, ...full.map((kind) => firstFreeAt(item, kind, now))));
};

/**
 * Acquires one permit of each kind for `ms`, or none. Each try is one write; a refused one returns what is free. Rejects on
 * infrastructure errors only.
 */
export const takePlaces = async (
  deps: PlaceDeps,
  { key, kinds }: { readonly key: Key; readonly kinds: readonly PlaceKind[] },
  ms: number,
): Promise<Taking> => {
  const owner = deps.newOwner();
  let seen: Item = {};
  for (let tries = 1; ; tries += 1) {
    const now = deps.now().getTime();
    const free = kinds.map((kind) => freePlaces(seen, kind, now));
    const places = free.flatMap((some) => some[deps.random(some.length || 1)] ?? []);
    if (places.length < kinds.length || tries > maxTries)
      return { taken: false, freeAt: freeAtOf(seen, kinds, now) };
    const holder = { key, owner, places };
    const outcome = await deps.table.update(taking(holder, now, now + ms));
    // The client repeats a write whose response was lost. The repetition is refused because the first one succeeded.
    if (outcome.done || isHeldBy(outcome.item ?? {}, holder))
      return { taken: true, hold: holdOf(deps, holder) };
    seen = outcome.item ?? {};
  }
};

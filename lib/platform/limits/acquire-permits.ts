import { randomBytes } from 'node:crypto';
import type { Item, Key, Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import {
  firstFreeAt,
  freePermits,
  type Holder,
  isHeldBy,
  extendUpdate,
  releaseUpdate,
  type PermitKind,
  acquireUpdate,
} from './permits.ts';
import { type Clock, systemClock } from './take-slot.ts';

/** Held permits. Neither call rejects, because a permit that cannot be released expires. */
export type HeldPermits = {
  /** Extends them to `ms` from now, unless they have expired and have another holder. */
  readonly extend: (ms: number) => Promise<void>;
  readonly release: () => Promise<void>;
};

export type Acquisition =
  | { readonly taken: true; readonly permits: HeldPermits }
  /** The time at which the first permit expires. */
  | { readonly taken: false; readonly freeAt: Date };

export type PermitDeps = Clock & {
  readonly table: Pick<Table, 'update'>;
  readonly newOwner: () => string;
};

export const livePermitDeps = (table: Pick<Table, 'update'>): PermitDeps => ({
  table,
  ...systemClock,
  newOwner: () => randomBytes(6).toString('base64url'),
});

/** The limit of optimistic retries. Each competing writer costs one retry. */
const maxTries = 8;

const heldPermits = ({ table, now }: PermitDeps, holder: Holder): HeldPermits => {
  const update = async (change: Parameters<Table['update']>[0]): Promise<void> => {
    try {
      await table.update(change);
    } catch (error) {
      log.error('permit.update_failed', error, { ...holder.key });
    }
  };
  return {
    extend: (ms) => update(extendUpdate(holder, now().getTime() + ms)),
    release: () => update(releaseUpdate(holder)),
  };
};

/** The time at which a permit of each kind is free. */
const freeAtOf = (item: Item, kinds: readonly PermitKind[], now: number): Date =>
  new Date(Math.max(...kinds.map((kind) => firstFreeAt(item, kind, now))));

/**
 * Acquires one permit of each kind for `ms`, or none. Each attempt is one write. A refused write returns the free
 * permits. Rejects only on infrastructure errors.
 */
export const acquirePermits = async (
  deps: PermitDeps,
  { key, kinds }: { readonly key: Key; readonly kinds: readonly PermitKind[] },
  ms: number,
): Promise<Acquisition> => {
  const owner = deps.newOwner();
  let seen: Item = {};
  for (let tries = 1; ; tries += 1) {
    const now = deps.now().getTime();
    const free = kinds.map((kind) => freePermits(seen, kind, now));
    if (free.some((some) => some.length === 0) || tries > maxTries)
      return { taken: false, freeAt: freeAtOf(seen, kinds, now) };
    const permits = free.flatMap((some) => some[deps.random(some.length)] ?? []);
    const holder = { key, owner, permits };
    const outcome = await deps.table.update(acquireUpdate(holder, now, now + ms));
    seen = outcome.item ?? {};
    // The client repeats a write whose response was lost. The repeated write is refused because the first one succeeded.
    if (isHeldBy(seen, holder)) return { taken: true, permits: heldPermits(deps, holder) };
  }
};

import type { Change, Item, Key } from '#lib/platform/aws/table.ts';
import { dayMs, ttlAt } from '#lib/platform/durations.ts';

/** The permits of one kind, numbered from 0. Kinds that are acquired together share an item. */
export type PermitKind = { readonly kind: string; readonly count: number };
export type Permit = { readonly kind: string; readonly number: number };

/** The holder of these permits, until they are released or expire. */
export type Holder = { readonly key: Key; readonly owner: string; readonly permits: readonly Permit[] };

const untilOf = ({ kind, number }: Permit): string => `${kind}.${number}.until`;
const ownerOf = ({ kind, number }: Permit): string => `${kind}.${number}.owner`;

/** The time at which the permit expires (epoch ms). Undefined for a free permit. */
const heldUntil = (item: Item, permit: Permit, now: number): number | undefined => {
  const until = item[untilOf(permit)];
  return typeof until === 'number' && until > now ? until : undefined;
};

const permitsOf = ({ kind, count }: PermitKind): Permit[] =>
  Array.from({ length: count }, (_, number) => ({ kind, number }));

/** The free permits of a kind at `now` (epoch ms). */
export const freePermits = (item: Item, kind: PermitKind, now: number): Permit[] =>
  permitsOf(kind).filter((permit) => heldUntil(item, permit, now) === undefined);

/** The time at which a permit of a kind is free (epoch ms): `now`, or when the first one expires. */
export const firstFreeAt = (item: Item, kind: PermitKind, now: number): number =>
  Math.min(...permitsOf(kind).map((permit) => heldUntil(item, permit, now) ?? now));

/** Whether each of the permits names this owner, even if it has expired. */
export const isHeldBy = (item: Item, { owner, permits }: Holder): boolean =>
  permits.every((permit) => item[ownerOf(permit)] === owner);

const naming = (permits: readonly Permit[]) =>
  Object.fromEntries(
    permits.flatMap((permit, at) => [
      [`#until${at}`, untilOf(permit)],
      [`#owner${at}`, ownerOf(permit)],
    ]),
  );

const each = (permits: readonly Permit[], part: (at: number) => string, separator: string): string =>
  permits.map((_, at) => part(at)).join(separator);

/** How long after the last expiry the item is deleted. */
const keptMs = dayMs;

/** Acquires the permits until `until` if each of them is free at `now`. Both are epoch ms. */
export const acquireUpdate = ({ key, owner, permits }: Holder, now: number, until: number): Change => ({
  key,
  set: `SET ${each(permits, (at) => `#until${at} = :until, #owner${at} = :owner`, ', ')}, #ttl = :ttl`,
  where: each(permits, (at) => `(attribute_not_exists(#until${at}) OR #until${at} <= :now)`, ' AND '),
  names: { ...naming(permits), '#ttl': 'ttl' },
  values: { ':now': now, ':until': until, ':owner': owner, ':ttl': ttlAt(new Date(until + keptMs)) },
});

const stillHeld = (permits: readonly Permit[]): string =>
  each(permits, (at) => `#owner${at} = :owner`, ' AND ');

/** Extends the permits, unless they have another holder. */
export const extendUpdate = ({ key, owner, permits }: Holder, until: number): Change => ({
  key,
  set: `SET ${each(permits, (at) => `#until${at} = :until`, ', ')}, #ttl = :ttl`,
  where: stillHeld(permits),
  names: { ...naming(permits), '#ttl': 'ttl' },
  values: { ':until': until, ':owner': owner, ':ttl': ttlAt(new Date(until + keptMs)) },
});

/** Releases the permits, unless they have another holder. */
export const releaseUpdate = ({ key, owner, permits }: Holder): Change => ({
  key,
  set: `REMOVE ${each(permits, (at) => `#until${at}, #owner${at}`, ', ')}`,
  where: stillHeld(permits),
  names: naming(permits),
  values: { ':owner': owner },
});

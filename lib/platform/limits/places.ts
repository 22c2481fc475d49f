import type { Change, Item, Key } from '#lib/platform/aws/table.ts';
import { dayMs, ttlAt } from '#lib/platform/durations.ts';

/** The permits of one kind, numbered from 0. Kinds that are acquired together share an item. */
export type PlaceKind = { readonly kind: string; readonly count: number };
export type Place = { readonly kind: string; readonly number: number };

/** The holder of these permits, until they are released or expire. */
export type Holder = { readonly key: Key; readonly owner: string; readonly places: readonly Place[] };

const untilOf = ({ kind, number }: Place): string => `${kind}.${number}.until`;
const ownerOf = ({ kind, number }: Place): string => `${kind}.${number}.owner`;

/** When the permit expires (epoch ms), undefined for a free one. */
const heldUntil = (item: Item, place: Place, now: number): number | undefined => {
  const until = item[untilOf(place)];
  return typeof until === 'number' && until > now ? until : undefined;
};

const placesOf = ({ kind, count }: PlaceKind): Place[] =>
  Array.from({ length: count }, (_, number) => ({ kind, number }));

/** The free permits of a kind at `now` (epoch ms). */
export const freePlaces = (item: Item, kind: PlaceKind, now: number): Place[] =>
  placesOf(kind).filter((place) => heldUntil(item, place, now) === undefined);

/** When the first held permit expires (epoch ms); `now` when none is held. */
export const firstFreeAt = (item: Item, kind: PlaceKind, now: number): number => {
  const times = placesOf(kind).flatMap((place) => heldUntil(item, place, now) ?? []);
  return times.length === 0 ? now : Math.min(...times);
};

export const isHeldBy = (item: Item, { owner, places }: Holder): boolean =>
  places.every((place) => item[ownerOf(place)] === owner);

const naming = (places: readonly Place[]) =>
  Object.fromEntries(
    places.flatMap((place, at) => [
      [`#until${at}`, untilOf(place)],
      [`#owner${at}`, ownerOf(place)],
    ]),
  );

const each = (places: readonly Place[], part: (at: number) => string, separator: string): string =>
  places.map((_, at) => part(at)).join(separator);

/** Time after the last expiry at which the item is deleted. */
const keptMs = dayMs;

/** Acquires the permits until `until`, if each of them is free at `now`; both are epoch ms. */
export const taking = ({ key, owner, places }: Holder, now: number, until: number): Change => ({
  key,
  set: `SET ${each(places, (at) => `#until${at} = :until, #owner${at} = :owner`, ', ')}, #ttl = :ttl`,
  where: each(places, (at) => `(attribute_not_exists(#until${at}) OR #until${at} <= :now)`, ' AND '),
  names: { ...naming(places), '#ttl': 'ttl' },
  values: { ':now': now, ':until': until, ':owner': owner, ':ttl': ttlAt(new Date(until + keptMs)) },
});

const stillHeld = (places: readonly Place[]): string => each(places, (at) => `#owner${at} = :owner`, ' AND ');

/** Extends the permits, if they have no other holder. */
export const keeping = ({ key, owner, places }: Holder, until: number): Change => ({
  key,
  set: `SET ${each(places, (at) => `#until${at} = :until`, ', ')}, #ttl = :ttl`,
  where: stillHeld(places),
  names: { ...naming(places), '#ttl': 'ttl' },
  values: { ':until': until, ':owner': owner, ':ttl': ttlAt(new Date(until + keptMs)) },
});

/** Releases the permits, if they have no other holder. */
export const leaving = ({ key, owner, places }: Holder): Change => ({
  key,
  set: `REMOVE ${each(places, (at) => `#until${at}, #owner${at}`, ', ')}`,
  where: stillHeld(places),
  names: naming(places),
  values: { ':owner': owner },
});

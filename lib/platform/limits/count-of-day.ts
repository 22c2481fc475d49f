import type { Write } from '#lib/platform/aws/table.ts';
import { dayMs, dayOf, later, ttlAt } from '#lib/platform/durations.ts';

type DayLimit = { readonly what: 'mails' | 'creations'; readonly max: number };

/** Counts something in the partition `pk` on the UTC day of `at`. Refused if there were `max` on this day. */
export const countOfDay = (pk: string, { what, max }: DayLimit, at: Date): Write => ({
  update: {
    key: { pk, sk: `${what}/${dayOf(at)}` },
    set: `SET #ttl = :ttl ADD ${what} :one`,
    where: `attribute_not_exists(pk) OR ${what} < :max`,
    names: { '#ttl': 'ttl' },
    values: { ':ttl': ttlAt(later(at, dayMs)), ':one': 1, ':max': max },
  },
});

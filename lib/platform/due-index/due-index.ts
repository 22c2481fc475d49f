import * as z from 'zod';
import type { Item, Table } from '../aws/table.ts';
import { shardOf } from '../ids.ts';

/** Shards of each prefix, because one partition is limited to 1,000 writes a second. */
const shardCount = 8;
const pageSize = 200;

/** The position of the next page: the shards that have more due items. */
export type DuePosition = readonly { readonly shard: string; readonly startAfter?: Item }[];

const shardName = (prefix: string, shard: number): string => `${prefix}-${shard}`;

/** The position before the first due item with this prefix. */
export const firstDue = (prefix: string): DuePosition =>
  Array.from({ length: shardCount }, (_, shard) => ({ shard: shardName(prefix, shard) }));

/** Attributes that put an item into the index. It is due at `at`, and `sweeps` starts at 0. */
export const dueFields = (prefix: string, id: string, at: Date) => ({
  due_shard: shardName(prefix, shardOf(id, shardCount)),
  due_at: at.toISOString(),
  sweeps: 0,
});

/** `dueFields` for an update: append `set` to a SET, and add the values. */
export const makeDue = (...item: Parameters<typeof dueFields>) => {
  const { due_shard: shard, due_at: at, sweeps } = dueFields(...item);
  return {
    set: 'due_shard = :dueShard, due_at = :dueAt, sweeps = :sweeps',
    values: { ':dueShard': shard, ':dueAt': at, ':sweeps': sweeps },
  };
};

/** The attributes to REMOVE from an item that needs no more sweeps. */
export const dueAttributes = 'due_at, due_shard';

const Due = z
  .object({ pk: z.string(), sk: z.string(), due_at: z.string() })
  .transform(({ pk, sk, due_at: dueAt }) => ({ key: { pk, sk }, dueAt }));
export type Due = Readonly<z.infer<typeof Due>>;

/** The item's entry in the index, if it has one. */
export const dueOf = (item: Item): Due | undefined => Due.safeParse(item).data;

/** One page of due items, oldest first. `next` is empty at the end. */
export type DuePage<T> = { readonly dues: readonly T[]; readonly next: DuePosition };

/** Lists one page of the items that are due at `now`. Queries all shards of the position at once. */
export const listDue = async (
  table: Pick<Table, 'query'>,
  from: DuePosition,
  now: Date,
): Promise<DuePage<Due>> => {
  const pages = await Promise.all(
    from.map(async ({ shard, startAfter }) => {
      const { items, last } = await table.query({
        index: 'due',
        where: 'due_shard = :shard AND due_at <= :now',
        values: { ':shard': shard, ':now': now.toISOString() },
        ...(startAfter && { startAfter }),
        limit: pageSize,
      });
      return { dues: items.map((item) => Due.parse(item)), next: last ? [{ shard, startAfter: last }] : [] };
    }),
  );
  return {
    dues: pages.flatMap(({ dues }) => dues).toSorted((a, b) => a.dueAt.localeCompare(b.dueAt)),
    next: pages.flatMap(({ next }) => next),
  };
};

/** Reschedules an item, so that only one sweeper handles it. Undefined if the item was rescheduled after it was read. */
export const rescheduleSweep = async (
  table: Pick<Table, 'update'>,
  { key, dueAt }: Due,
  nextAt: Date,
): Promise<Item | undefined> => {
  const outcome = await table.update({
    key,
    set: 'SET due_at = :next, sweeps = sweeps + :one',
    where: 'due_at = :seen',
    values: { ':seen': dueAt, ':next': nextAt.toISOString(), ':one': 1 },
  });
  return outcome.done ? outcome.item : undefined;
};

/** Removes the item from the index, unless it was rescheduled after it was read. */
export const removeFromDueIndex = async (
  table: Pick<Table, 'update'>,
  { key, dueAt }: Due,
): Promise<void> => {
  const set = `REMOVE ${dueAttributes}`;
  await table.update({ key, set, where: 'due_at = :seen', values: { ':seen': dueAt } });
};

/** Pause after `sweeps` sweeps without effect: `minMs`, doubled each time, at most `maxMs`. */
export const nextSweepMs = (
  sweeps: number,
  { minMs, maxMs }: { readonly minMs: number; readonly maxMs: number },
): number => Math.min(Math.max(minMs, minMs * 2 ** sweeps), maxMs);

import * as z from 'zod';
import type { Item, Key, Table } from '#lib/platform/aws/table.ts';
import { shardOf } from '#lib/platform/ids.ts';
import { secondMs } from '#lib/platform/durations.ts';

/** Shards of their own, so that the sweepers of jobs and webhooks do not read each other's items. */
const shards = 8;
const shardName = (shard: number): string => `webhooks-${shard}`;
export const webhookShards = Array.from({ length: shards }, (_, shard) => shardName(shard));

/** Time for a sent message to take effect. */
export const firstSweepMs = 30 * secondMs;

/** Attributes that make an item due at `at`. */
export const dueFields = (id: string, at: Date) => ({
  due_shard: shardName(shardOf(id, shards)),
  due_at: at.toISOString(),
  looks: 0,
});

const DueItem = z.object({ pk: z.string(), sk: z.string(), due_at: z.string() });
export type Due = { readonly key: Key; readonly dueAt: string };

/** One page of a shard's due items, oldest first; `last` starts the next page. */
export const listDue = async (
  table: Pick<Table, 'query'>,
  shard: string,
  { now, startAfter }: { readonly now: Date; readonly startAfter: Item | undefined },
): Promise<{ readonly dues: readonly Due[]; readonly last: Item | undefined }> => {
  const { items, last } = await table.query({
    index: 'due',
    where: 'due_shard = :shard AND due_at <= :now',
    values: { ':shard': shard, ':now': now.toISOString() },
    ...(startAfter && { startAfter }),
    limit: 200,
  });
  const dues = items.map((item) => {
    const { pk, sk, due_at: dueAt } = DueItem.parse(item);
    return { key: { pk, sk }, dueAt };
  });
  return { dues, last };
};

/** Reschedules an item, so that only one sweeper handles it; undefined if it changed since it was read. */
export const rescheduleSweep = async (
  table: Pick<Table, 'update'>,
  { key, dueAt }: Due,
  nextAt: Date,
): Promise<Item | undefined> => {
  const outcome = await table.update({
    key,
    set: 'SET due_at = :next, looks = looks + :one',
    where: 'due_at = :seen',
    values: { ':seen': dueAt, ':next': nextAt.toISOString(), ':one': 1 },
  });
  return outcome.done ? outcome.item : undefined;
};

/** When the item is due; undefined if it is not in the due index. */
export const dueAtOf = (item: Item): string | undefined => DueItem.safeParse(item).data?.due_at;

/** Removes the item from the due index unless it was rescheduled since `dueAt` was read. */
export const removeFromDueIndex = async (
  table: Pick<Table, 'update'>,
  { key, dueAt }: Due,
): Promise<void> => {
  const set = 'REMOVE due_at, due_shard';
  await table.update({ key, set, where: 'due_at = :seen', values: { ':seen': dueAt } });
};

import * as z from 'zod';
import type { Item, Key, Table } from '#lib/platform/aws/table.ts';
import { shardOf } from '#lib/platform/ids.ts';
import { secondMs } from '#lib/platform/durations.ts';

/** The sweeper of jobs has its own shards, so that neither reads what is the other's. */
const shards = 8;
const shardName = (shard: number): string => `webhooks-${shard}`;
export const webhookShards = Array.from({ length: shards }, (_, shard) => shardName(shard));

/** A message that was sent should have had an effect by then. */
export const firstSweepMs = 30 * secondMs;

/** Makes the thing with this id be looked at by `at`, unless it moves before. */
export const dueFields = (id: string, at: Date) => ({
  due_shard: shardName(shardOf(id, shards)),
  due_at: at.toISOString(),
  looks: 0,
});

const DueItem = z.object({ pk: z.string(), sk: z.string(), due_at: z.string() });
export type Due = { readonly key: Key; readonly dueAt: string };

/** One page of what a shard has due by now, oldest first; `last` is where the next one starts. */
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

/** Puts off the next look, so that no second sweeper takes the same; undefined if the thing moved meanwhile. */
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

/** Until when the thing is not looked at; undefined when nobody need look. */
export const dueAtOf = (item: Item): string | undefined => DueItem.safeParse(item).data?.due_at;

/** Says that nobody need look any more, unless somebody asked for it since `dueAt` was read. */
export const removeFromDueIndex = async (
  table: Pick<Table, 'update'>,
  { key, dueAt }: Due,
): Promise<void> => {
  const set = 'REMOVE due_at, due_shard';
  await table.update({ key, set, where: 'due_at = :seen', values: { ':seen': dueAt } });
};

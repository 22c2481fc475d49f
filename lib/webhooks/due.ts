import { shardOf } from '#lib/ids.ts';

/** The sweeper of jobs has its own shards, so that neither reads what is the other's. */
const shards = 8;
const shardName = (shard: number): string => `webhooks-${shard}`;
export const webhookShards = Array.from({ length: shards }, (_, shard) => shardName(shard));

/** A message that was sent should have had an effect by then. */
export const firstLookMs = 30_000;

/** Makes the thing with this id be looked at by `at`, unless it moves before. */
export const dueFields = (id: string, at: Date) => ({
  due_shard: shardName(shardOf(id, shards)),
  due_at: at.toISOString(),
  looks: 0,
});

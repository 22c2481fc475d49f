import * as z from 'zod';
import type { Key, Table } from '#lib/platform/aws/table.ts';
import { jobKey } from './job-item.ts';
import type { ChunkMessage } from './messages.ts';
import { maxChunkRunMs, maxChunkRestarts, progressKeptMs } from './timing.ts';
import { later, ttlAt } from '#lib/platform/durations.ts';

/** A chunk of one attempt at a job. */
export type ChunkRef = Omit<ChunkMessage, 'resent'>;

/** Number of starts of a chunk since it was sent again, and the time of the last one. */
export const ChunkStarts = z.object({ starts: z.int(), lastStartAt: z.iso.datetime() });
export type ChunkStarts = z.infer<typeof ChunkStarts>;

const startsKey = ({ index, ...claim }: ChunkRef): Key => ({
  pk: jobKey(claim).pk,
  sk: `chunk/${claim.attempt}/${index}`,
});

/** Records a start of a chunk, in its own item, so that it causes no write of the job. */
export const noteChunkStart = async (
  table: Pick<Table, 'update'>,
  chunk: ChunkRef,
  now: Date,
): Promise<void> => {
  await table.update({
    key: startsKey(chunk),
    set: 'SET lastStartAt = :now, #ttl = :ttl ADD starts :one',
    names: { '#ttl': 'ttl' },
    values: { ':now': now.toISOString(), ':ttl': ttlAt(later(now, progressKeptMs)), ':one': 1 },
  });
};

export const findChunkStarts = async (
  table: Pick<Table, 'get'>,
  chunk: ChunkRef,
): Promise<ChunkStarts | undefined> => {
  const item = await table.get(startsKey(chunk));
  return item && ChunkStarts.parse(item);
};

/** Whether the chunk has killed every worker that started it, including the last one. */
export const killsItsWorkers = (found: ChunkStarts | undefined, now: Date): boolean =>
  found !== undefined &&
  found.starts >= maxChunkRestarts &&
  Date.parse(found.lastStartAt) + maxChunkRunMs < now.getTime();

import { expect, test } from 'vitest';
import { findChunkStarts, killsItsWorkers, noteChunkStart } from '#lib/domain/transcriptions/chunk-starts.ts';
import { maxChunkRestarts, maxChunkRunMs } from '#lib/domain/transcriptions/timing.ts';
import { anyTable } from '../../../support/table.ts';

const start = new Date('2026-11-20T10:00:00.000Z');
const at = (ms: number): Date => new Date(start.getTime() + ms);
const overMs = maxChunkRunMs + 1;
const started = (starts: number) => ({ starts, lastStartAt: start.toISOString() });

test('a chunk that has not started may wait for as long as it likes', async () => {
  const { table } = await anyTable();
  const chunk = { tenant: 'prj_a.live', id: 'ofq_a', attempt: 1, index: 0 } as const;
  expect(await findChunkStarts(table, chunk)).toBeUndefined();
  expect(killsItsWorkers(undefined, at(overMs))).toBe(false);
  await noteChunkStart(table, chunk, at(-1));
  await noteChunkStart(table, chunk, start);
  expect(await findChunkStarts(table, chunk)).toEqual(started(2));
});

test('a chunk kills its workers if it has started often enough, and the last worker cannot be alive', () => {
  expect(killsItsWorkers(started(maxChunkRestarts), at(overMs))).toBe(true);
});

test('a chunk whose last worker may be alive is not given up', () => {
  expect(killsItsWorkers(started(maxChunkRestarts), at(maxChunkRunMs))).toBe(false);
});

test('a chunk that has started rarely is not given up, however long ago that was', () => {
  expect(killsItsWorkers(started(maxChunkRestarts - 1), at(100 * overMs))).toBe(false);
});

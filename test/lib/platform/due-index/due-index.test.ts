import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Due,
  dueFields,
  dueOf,
  firstDue,
  listDue,
  makeDue,
  nextSweepMs,
  removeFromDueIndex,
  rescheduleSweep,
} from '#lib/platform/due-index/due-index.ts';
import { later } from '#lib/platform/durations.ts';
import { anyTable } from '../../../support/table.ts';

const world = await anyTable();

const start = new Date('2026-11-20T10:00:00.000Z');
const at = (ms: number): Date => later(start, ms);
const keyOf = (id: string) => ({ pk: id, sk: 'item' });

const add = async (prefix: string, id: string, dueAt: Date): Promise<Due> => {
  const outcome = await world.table.putNew({ ...keyOf(id), ...dueFields(prefix, id, dueAt) });
  const due = outcome.done && dueOf(outcome.item);
  if (!due) throw new Error('A new item with these fields is due.');
  return due;
};

const listAll = async (prefix: string, now: Date): Promise<Due[]> => {
  const found: Due[] = [];
  for (let from = firstDue(prefix); from.length > 0;) {
    const { dues, next } = await listDue(world.table, from, now);
    found.push(...dues);
    from = next;
  }
  return found;
};

test('a page lists what is due by now, oldest first over all shards, and nothing of another prefix', async () => {
  const times = [7, 3, 9, 1, 5, 2, 8, 4, 6, 10];
  await Promise.all(times.map((ms) => add('order', `order-${ms}`, at(ms))));
  await add('orders-of-others', 'order-0', at(0));
  const { dues, next } = await listDue(world.table, firstDue('order'), at(8));
  expect(dues.map(({ key }) => key.pk)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((ms) => `order-${ms}`));
  expect(next).toEqual([]);
});

test('more items than a page holds are listed page by page, each once', async () => {
  const ids = Array.from({ length: 201 }, (_, index) => `page-${index}`);
  const { due_shard: shard } = dueFields('page', 'any', start);
  await Promise.all(
    ids.map((id, index) =>
      world.table.putNew({ ...keyOf(id), ...dueFields('page', id, at(index)), due_shard: shard }),
    ),
  );
  const first = await listDue(world.table, firstDue('page'), at(1_000));
  expect([first.dues.length, first.next.map((one) => one.shard)]).toEqual([200, [shard]]);
  expect((await listAll('page', at(1_000))).map(({ key }) => key.pk)).toEqual(ids);
});

test('of many sweepers that read the same item one reschedules it and counts the sweep', async () => {
  const due = await add('race', 'race-1', start);
  const sweeps = await Promise.all(
    Array.from({ length: 8 }, (_, index) => rescheduleSweep(world.table, due, at(1_000 + index))),
  );
  expect(sweeps.filter(Boolean)).toMatchObject([{ pk: 'race-1', sweeps: 1 }]);
  expect(await listAll('race', at(999))).toEqual([]);
  expect(await listAll('race', at(1_007))).toMatchObject([{ key: due.key }]);
});

test('an item that was rescheduled meanwhile stays in the index, and another is removed', async () => {
  const moved = await add('remove', 'remove-1', start);
  const same = await add('remove', 'remove-2', start);
  await rescheduleSweep(world.table, moved, at(5));
  for (const due of [moved, same]) await removeFromDueIndex(world.table, due);
  expect(await listAll('remove', at(5))).toEqual([{ key: moved.key, dueAt: at(5).toISOString() }]);
});

test('an update makes an item due again with no sweeps counted', async () => {
  const due = await add('again', 'again-1', start);
  await rescheduleSweep(world.table, due, at(5));
  await removeFromDueIndex(world.table, { ...due, dueAt: at(5).toISOString() });
  const { set, values } = makeDue('again', 'again-1', at(9));
  await world.table.update({ key: due.key, set: `SET ${set}`, values });
  expect(await world.table.get(due.key)).toEqual({ ...due.key, ...dueFields('again', 'again-1', at(9)) });
});

test('the pause between sweeps never shrinks and stays within its bounds', () => {
  const bounds = { minMs: 120_000, maxMs: 900_000 };
  expect([-1, 0, 1, 2, 3, 4, 10_000].map((sweeps) => nextSweepMs(sweeps, bounds) / 60_000)).toEqual([
    2, 2, 4, 8, 15, 15, 15,
  ]);
  fc.assert(
    fc.property(fc.nat(3_000), fc.integer({ min: 1, max: 1e6 }), fc.nat(1e6), (sweeps, minMs, moreMs) => {
      const range = { minMs, maxMs: minMs + moreMs };
      const now = nextSweepMs(sweeps, range);
      const next = nextSweepMs(sweeps + 1, range);
      expect(now).toBeGreaterThanOrEqual(minMs);
      expect(next).toBeGreaterThanOrEqual(now);
      expect(next).toBeLessThanOrEqual(range.maxMs);
    }),
  );
});

import { beforeEach, expect, test } from 'vitest';
import { sweepEach } from '#lib/platform/due-index/sweep-each.ts';
import { watchLog } from '../../../support/log-lines.ts';

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

const clock = { now: 0 };
beforeEach(() => {
  clock.now = 0;
});

const sweepOf = (pages: readonly (readonly number[])[], handle: (id: number) => Promise<boolean>) => ({
  now: () => new Date(clock.now),
  concurrency: 2,
  list: async (_at: Date, from: readonly { readonly shard: string }[] = [{ shard: '0' }]) => {
    const page = Number(from[0]?.shard);
    return { dues: pages[page] ?? [], next: page + 1 < pages.length ? [{ shard: `${page + 1}` }] : [] };
  },
  logFields: (id: number) => ({ transcription_id: `ofq_${id}` }),
  handle,
});

test('each item of each page is handled once, and the line counts those that needed something', async () => {
  const handled: number[] = [];
  const handle = async (id: number) => handled.push(id) > 0 && id % 2 === 1;
  await sweepEach(sweepOf([[1, 2, 3], [4, 5], []], handle));
  expect(handled).toEqual([1, 2, 3, 4, 5]);
  expect(watched.of('sweep.finished')).toMatchObject([{ due: 5, handled: 3 }]);
});

test('an item that fails is logged by its name and does not stop the others', async () => {
  const handle = async (id: number) => {
    if (id === 1) throw new Error('SQS is down.');
    return true;
  };
  await sweepEach(sweepOf([[1, 2], [3]], handle));
  expect(watched.of('sweep.item_failed')).toMatchObject([{ transcription_id: 'ofq_1' }]);
  expect(watched.of('sweep.finished')).toMatchObject([{ due: 3, handled: 2 }]);
});

test('at most as many items are handled at once as the sweep allows', async () => {
  let running = 0;
  let most = 0;
  const handle = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return true;
  };
  await sweepEach(sweepOf([[1, 2, 3, 4, 5]], handle));
  expect(most).toBe(2);
});

test('after 40 seconds a sweep begins no other item and reads no other page', async () => {
  const handled: number[] = [];
  const handle = async (id: number) => {
    handled.push(id);
    clock.now += 20_000;
    return true;
  };
  await sweepEach(sweepOf([[1, 2, 3], [4]], handle));
  expect(handled).toEqual([1, 2]);
  expect(watched.of('sweep.finished')).toMatchObject([{ due: 3, handled: 2 }]);
});

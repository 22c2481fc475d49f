import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameReader } from '#lib/domain/realtime/frame-reader.ts';
import type { Frame } from '#lib/domain/realtime/session-repository.ts';

const frame = (offset: number, ...values: number[]): Frame => ({
  offset,
  endOffset: offset + values.length,
  data: Uint8Array.from(values),
});
const all = { until: Infinity, max: Infinity };
const take = (reader: ReturnType<typeof frameReader>, { until, max } = all) => [...reader.take(until, max)];

test('bytes are read up to a gap, and after it when it is filled', () => {
  const reader = frameReader(0);
  reader.add([frame(0, 1, 2), frame(4, 5, 6)]);
  expect([take(reader), reader.through, reader.beyond]).toEqual([[1, 2], 2, 4]);
  reader.add([frame(2, 3, 4)]);
  expect([take(reader), reader.through, reader.beyond]).toEqual([[3, 4, 5, 6], 6, undefined]);
});

test('a frame of silence stands for its length', () => {
  const reader = frameReader(0);
  reader.add([frame(0, 1), { offset: 1, endOffset: 3, data: null }, frame(3, 4)]);
  expect(take(reader)).toEqual([1, 0, 0, 4]);
});

test('bytes that come when a gap has become silence change nothing before its end', () => {
  const reader = frameReader(0);
  reader.add([frame(0, 1, 2), { offset: 2, endOffset: 4, data: null }, frame(1, 2, 3, 4, 5)]);
  expect(take(reader)).toEqual([1, 2, 0, 0, 5]);
});

test('a reader that starts in the middle of a frame skips what is before', () => {
  const reader = frameReader(3);
  reader.add([frame(0, 1, 2, 3, 4, 5)]);
  expect(take(reader)).toEqual([4, 5]);
});

test('silence in place of hours that never arrived is read in pieces and takes no memory before', () => {
  const reader = frameReader(0);
  reader.add([frame(0, 1), { offset: 1, endOffset: 10 ** 10, data: null }]);
  expect(take(reader, { until: Infinity, max: 3 })).toEqual([1, 0, 0]);
  expect(reader.take(Infinity, 32_000)).toHaveLength(32_000);
});

test('frames within others are passed, however many there are', () => {
  const reader = frameReader(4);
  expect(reader.add([frame(0, 1, 2), frame(2, 3)])).toBe(true);
  expect(reader.lastOffset).toBe(2);
  reader.add([frame(3, 4, 5, 6, 7, 8, 9), frame(4, 5), frame(5, 6), frame(6, 7)]);
  expect([take(reader), reader.lastOffset]).toEqual([[5, 6, 7, 8, 9], 6]);
});

test('only a frame that was not known counts as new', () => {
  const reader = frameReader(0);
  expect([reader.add([frame(0, 1, 2)]), reader.add([frame(0, 1, 2)]), reader.add([])]).toEqual([
    true,
    false,
    false,
  ]);
});

test('any cut and any order of frames, also doubled and overlapping ones, give the same bytes', () => {
  const bytes = Uint8Array.from({ length: 64 }, (_, at) => at + 1);
  const cuts = fc.array(fc.record({ from: fc.nat(63), length: fc.integer({ min: 1, max: 24 }) }), {
    maxLength: 40,
  });
  const pieces = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(cuts, pieces, (arrived, sizes) => {
      const reader = frameReader(0);
      const read: number[] = [];
      const add = (from: number, length: number): void => {
        const data = bytes.slice(from, from + length);
        reader.add([{ offset: from, endOffset: from + data.length, data }]);
        for (const max of sizes) read.push(...take(reader, { until: Infinity, max }));
      };
      for (const { from, length } of arrived) add(from, length);
      // Sends missing bytes again. A later frame for the same offset has no effect, because the table keeps the first one.
      while (reader.through < bytes.length) add(reader.through, 5);
      read.push(...take(reader));
      expect(read).toEqual([...bytes]);
    }),
  );
});

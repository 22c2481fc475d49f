import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitWords } from '#lib/speech/engines/word-lengths.ts';

const word = ([startMs, endMs]: readonly [number, number]) => ({ text: 'so', startMs, endMs, confidence: 1 });

test('words that fit stay where they are', () => {
  const words = [word([0, 100]), word([100, 200]), word([300, 400])];
  expect(fitWords(words, { startMs: 0, endMs: 500 })).toEqual(words);
});

test('words at the same moment follow each other', () => {
  const words = [word([100, 100]), word([100, 100]), word([100, 300])];
  expect(fitWords(words, { startMs: 0, endMs: 500 }).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [100, 140],
    [140, 180],
    [180, 300],
  ]);
});

test('any words fit into any span with a millisecond for each', () => {
  const ms = fc.integer({ min: -500, max: 3_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(ms, ms), { maxLength: 30 }), fc.nat(2_000), (times, roomMs) => {
      const span = { startMs: 200, endMs: 200 + times.length + roomMs };
      const fitted = fitWords(times.map(word), span);
      let last = span.startMs;
      for (const { startMs, endMs } of fitted) {
        expect(startMs).toBeGreaterThanOrEqual(last);
        expect(endMs).toBeGreaterThan(startMs);
        last = endMs;
      }
      expect(last).toBeLessThanOrEqual(span.endMs);
    }),
  );
});

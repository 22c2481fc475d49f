import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';
import { fitWords, maxWordMs, withoutEarlyStarts } from '#lib/speech/engines/word-lengths.ts';

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

describe('the start of a word that is too long for its letters', () => {
  const startOf = (
    startMs: number,
    onsetMs: number,
    pauses: readonly TimeSpan[] = [],
    parts: readonly number[] = [],
  ) => {
    const long = { text: 'so', startMs, endMs: 2_000, confidence: 1 };
    const left = [...parts];
    const attended = [{ onsetMs, between: () => left.shift() ?? 1 }];
    return withoutEarlyStarts([long], { attended, pauses })[0]?.startMs;
  };

  test.each([
    ['is the onset of attention', 0, 500, [], 500],
    ['is never before the word', 100, 20, [], 100],
    ['leaves the word 40 ms', 0, 3_000, [], 1_960],
    ['is behind a pause shortly after the onset', 100, 60, [{ startMs: 100, endMs: 400 }], 400],
    ['is the onset if that is behind the pause', 100, 900, [{ startMs: 100, endMs: 400 }], 900],
    ['is the onset if the pause began before the word', 50, 700, [{ startMs: 0, endMs: 100 }], 700],
    ['is the onset if the pause ends after the word', 0, 500, [{ startMs: 1_500, endMs: 2_100 }], 500],
  ])('the start %s', (_, startMs, onsetMs, pauses, expected) => {
    expect(startOf(startMs, onsetMs, pauses)).toBe(expected);
  });

  test('the start is behind the last pause whose part has about as much attention as any other', () => {
    const pause = [{ startMs: 800, endMs: 1_000 }];
    expect(startOf(0, 100, pause, [1, 0.85])).toBe(1_000);
    expect(startOf(0, 100, pause, [1, 0.7])).toBe(0);
  });
});

test('digits and ideographs may last as long as several letters', () => {
  expect(['so', '7', '東'].map(maxWordMs)).toEqual([350, 550, 650]);
});

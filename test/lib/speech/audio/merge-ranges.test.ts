import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FrameRange } from '#lib/speech/audio/pcm.ts';
import { type MergedRange, mergeRanges } from '#lib/speech/audio/merge-ranges.ts';

const limits = { target: 300, gap: 30 };

/** Ranges of these lengths, each after a pause. */
const rangesOf = (spoken: readonly { readonly pause: number; readonly frames: number }[]): FrameRange[] => {
  let at = 0;
  return spoken.map(({ pause, frames }) => {
    const start = at + pause;
    at = start + frames;
    return { start, end: at };
  });
};
const anyRanges = fc
  .array(fc.record({ pause: fc.integer({ min: 0, max: 40 }), frames: fc.integer({ min: 4, max: 200 }) }), {
    maxLength: 8,
  })
  .map(rangesOf);

const pauses = (ranges: readonly FrameRange[]): number[] =>
  ranges.slice(1).map(({ start }, i) => start - (ranges[i]?.end ?? 0));

const isAllowed = ({ start, end, parts }: MergedRange): boolean =>
  parts.length === 1 || (end - start <= limits.target && pauses(parts).every((pause) => pause <= limits.gap));

/** All ways to merge the ranges within the limits. */
const waysToMerge = (ranges: readonly FrameRange[]): MergedRange[][] => {
  const [first] = ranges;
  if (!first) return [[]];
  return ranges.flatMap((_, i) => {
    const parts = ranges.slice(0, i + 1);
    const merged = { start: first.start, end: parts.at(-1)?.end ?? 0, parts };
    return isAllowed(merged) ? waysToMerge(ranges.slice(i + 1)).map((others) => [merged, ...others]) : [];
  });
};

/** The sum of the pauses. All pauses that are too long to be merged count the same. */
const paused = (merged: readonly MergedRange[]): number =>
  pauses(merged).reduce((sum, pause) => sum + Math.min(pause, limits.gap + 1), 0);

test('merged ranges hold all ranges in order, within the limits', () => {
  fc.assert(
    fc.property(anyRanges, (ranges) => {
      const merged = mergeRanges(ranges, limits);
      expect(merged.flatMap(({ parts }) => parts)).toEqual(ranges);
      for (const one of merged) {
        expect(isAllowed(one)).toBe(true);
        expect([one.start, one.end]).toEqual([one.parts[0]?.start, one.parts.at(-1)?.end]);
      }
    }),
  );
});

test('no other way has fewer ranges, or as many and longer pauses between them', () => {
  fc.assert(
    fc.property(anyRanges, (ranges) => {
      const merged = mergeRanges(ranges, limits);
      const ways = waysToMerge(ranges);
      const fewest = Math.min(...ways.map((way) => way.length));
      expect(merged).toHaveLength(fewest);
      const longest = Math.max(...ways.filter((way) => way.length === fewest).map(paused));
      // If pauses differ by less than two frames each, the lengths decide.
      expect(paused(merged)).toBeGreaterThanOrEqual(longest - 2 * Math.max(0, fewest - 1));
    }),
  );
});

test('ranges are divided at a long pause, although more would fit before it', () => {
  const sentences = [10, 10, 25, 10].map((pause) => ({ pause, frames: 95 }));
  expect(mergeRanges(rangesOf(sentences), limits).map(({ parts }) => parts.length)).toEqual([2, 2]);
});

test('among equal pauses ranges are divided into equal lengths', () => {
  const sentences = Array.from({ length: 4 }, () => ({ pause: 10, frames: 88 }));
  expect(mergeRanges(rangesOf(sentences), limits).map(({ parts }) => parts.length)).toEqual([2, 2]);
});

import type { FrameRange } from './frame-range.ts';

/** Speech that is recognized as one, with its parts between the pauses. */
export type MergedRange = FrameRange & { readonly parts: readonly FrameRange[] };

/** In frames: the most that is merged, and the longest pause in it. */
type Limits = { readonly target: number; readonly gap: number };

// One range fewer outweighs all pauses, and a longer pause outweighs more equal lengths.
const rangeCost = 1e7;
const pauseGain = 1_000;
const lengthCost = 0.01;

/**
 * Merges neighbours to as few ranges as the limits allow, because short ones lack context. Of the ways to do so it takes the
 * one that divides at the longest pauses, and among equal pauses the one with the most equal lengths.
 */
export const mergeRanges = (ranges: readonly FrameRange[], { target, gap }: Limits): MergedRange[] => {
  const pauseBefore = (at: number): number => (ranges[at]?.start ?? 0) - (ranges[at - 1]?.end ?? 0);
  const cost = (from: number, frames: number): number => {
    const pause = from === 0 ? 0 : Math.min(gap + 1, pauseBefore(from));
    return rangeCost - pauseGain * pause + lengthCost * frames ** 2;
  };
  // For each number of ranges the cheapest way to merge as many, by where the last one begins.
  const cheapest = [{ from: 0, cost: 0 }];
  for (const [last, { end }] of ranges.entries()) {
    let best = { from: last, cost: Infinity };
    for (let from = last; from >= 0; from -= 1) {
      const frames = end - (ranges[from]?.start ?? 0);
      if (from < last && (frames > target || pauseBefore(from + 1) > gap)) break;
      const total = (cheapest[from]?.cost ?? 0) + cost(from, frames);
      if (total < best.cost) best = { from, cost: total };
    }
    cheapest.push(best);
  }
  const merged: MergedRange[] = [];
  for (let end = ranges.length; end > 0; end = cheapest[end]?.from ?? 0) {
    const parts = ranges.slice(cheapest[end]?.from, end);
    merged.unshift({ start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0, parts });
  }
  return merged;
};

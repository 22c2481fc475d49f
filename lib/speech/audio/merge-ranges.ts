import type { FrameRange } from './pcm.ts';

/** Speech that is recognized as one segment, with its parts between the pauses. */
export type MergedRange = FrameRange & { readonly parts: readonly FrameRange[] };

/** In frames: the maximum length of a merged range, and of a pause in it. */
type Limits = { readonly target: number; readonly gap: number };

// Having one range fewer outweighs all pauses. Dividing at a longer pause outweighs having more equal lengths.
const rangeCost = 1e7;
const pauseGain = 1_000;
const lengthCost = 0.01;

/**
 * Merges neighbours into as few ranges as the limits allow, because short ranges lack context. Of all ways to do so, it
 * takes the one that divides at the longest pauses, and then the one with the most equal lengths.
 */
export const mergeRanges = (ranges: readonly FrameRange[], { target, gap }: Limits): MergedRange[] => {
  const pauseBefore = (at: number): number => (ranges[at]?.start ?? 0) - (ranges[at - 1]?.end ?? 0);
  const cost = (from: number, frames: number): number => {
    const pause = from === 0 ? 0 : Math.min(gap + 1, pauseBefore(from));
    return rangeCost - pauseGain * pause + lengthCost * frames ** 2;
  };
  // For the first n ranges: the lowest cost of merging them, and where the last merged range begins.
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

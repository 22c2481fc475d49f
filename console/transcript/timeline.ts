import type { Segment, Word } from '../api/types.ts';

/** The playing segment and word, by index. The word is -1 before the first word. */
export type Position = { readonly row: number; readonly word: number };

export type Timeline = {
  /** The words of each segment, in the order of the segments. */
  readonly words: readonly (readonly Word[])[];
  /**
   * The position at a time. Undefined between segments. If several people talk at once, the position of the one who
   * began last.
   */
  readonly positionAt: (ms: number) => Position | undefined;
};

/** The index of the last item that starts at or before `ms`. -1 before the first. The items must be sorted by start. */
const lastStarted = (items: readonly { readonly start_ms: number }[], ms: number): number => {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start_ms ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Words by channel and segment, in one pass over both. */
const wordsOfSegments = (segments: readonly Segment[], words: readonly Word[]): Word[][] => {
  const byChannel = Map.groupBy(words, ({ channel }) => channel);
  const next = new Map<number | null, number>();
  return segments.map(({ channel, start_ms: start, end_ms: end }) => {
    const spoken = byChannel.get(channel) ?? [];
    let at = next.get(channel) ?? 0;
    while ((spoken[at]?.start_ms ?? Infinity) < start) at += 1;
    const first = at;
    while ((spoken[at]?.start_ms ?? Infinity) < end) at += 1;
    next.set(channel, at);
    return spoken.slice(first, at);
  });
};

/** Finds the position at a time. Segments and words must be in spoken order, as the service sends them. */
export const timelineOf = (segments: readonly Segment[], words: readonly Word[]): Timeline => {
  const own = wordsOfSegments(segments, words);
  const longestMs = segments.reduce(
    (longest, { start_ms: start, end_ms: end }) => Math.max(longest, end - start),
    0,
  );
  const rowAt = (ms: number): number => {
    for (let row = lastStarted(segments, ms); row >= 0; row -= 1) {
      const segment = segments[row];
      if (!segment || ms - segment.start_ms > longestMs) return -1;
      if (ms <= segment.end_ms) return row;
    }
    return -1;
  };
  return {
    words: own,
    positionAt: (ms) => {
      const row = rowAt(ms);
      return row < 0 ? undefined : { row, word: lastStarted(own[row] ?? [], ms) };
    },
  };
};

import type { Segment, Word } from '../api/types.ts';

/** The segment being played, its words, and the index of the current word (-1 before the first). */
export type Position = { segmentId: number; words: readonly Word[]; wordAt: number };

type Playing = { segments: readonly Segment[]; words: readonly Word[]; atMs: number | undefined };

/** The position in the transcript at `atMs`; undefined between segments or when nothing is played. */
export const positionIn = ({ segments, words, atMs }: Playing): Position | undefined => {
  if (atMs === undefined) return undefined;
  const segment = segments.findLast(({ start_ms: start, end_ms: end }) => start <= atMs && atMs <= end);
  if (!segment) return undefined;
  const within = words.filter(
    ({ channel, start_ms: start }) =>
      channel === segment.channel && start >= segment.start_ms && start < segment.end_ms,
  );
  return {
    segmentId: segment.id,
    words: within,
    wordAt: within.findLastIndex(({ start_ms: start }) => start <= atMs),
  };
};

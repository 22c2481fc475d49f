import type { Segment, Word } from '../api/types.ts';

/** Which segment is played, with its words, and which of these. */
export type Position = { segmentId: number; words: readonly Word[]; wordAt: number };

type Playing = { segments: readonly Segment[]; words: readonly Word[]; atMs: number | undefined };

/** Where in the text a moment of the recording is; undefined in a pause or when nothing is played. */
export const positionIn = ({ segments, words, atMs }: Playing): Position | undefined => {
  if (atMs === undefined) return undefined;
  const segment = segments.findLast(({ start_ms: start }) => start <= atMs);
  if (!segment || atMs > segment.end_ms) return undefined;
  const within = words.filter(({ start_ms: start }) => start >= segment.start_ms && start < segment.end_ms);
  return {
    segmentId: segment.id,
    words: within,
    wordAt: within.findLastIndex(({ start_ms: start }) => start <= atMs),
  };
};

import { minParts } from '#lib/speech/audio/parts/plan.ts';
import type { ChunkTimes } from './stages.ts';

/**
 * A part: its chunks, the number of recognized chunks, whether its cutting is complete, and whether it is reported as
 * recognized.
 */
export type Part = {
  readonly chunks: readonly ChunkTimes[];
  recognized: number;
  isCut: boolean;
  isReported: boolean;
  /** Whether its texts are one object. */
  isJoined: boolean;
};

/** The parts of a file. A file that is cut as one has a single part. */
export const partsOf = (chunks: readonly ChunkTimes[], partMs: number): Part[] => {
  const parts: ChunkTimes[][] = [[]];
  let endMs = 0;
  for (const chunk of chunks) {
    if (endMs > parts.length * partMs) parts.push([]);
    parts.at(-1)?.push(chunk);
    endMs += chunk.spanMs;
  }
  return (parts.length < minParts ? [chunks] : parts).map((own) => ({
    chunks: own,
    recognized: 0,
    isCut: false,
    isReported: false,
    isJoined: false,
  }));
};

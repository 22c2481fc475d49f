import { type BorderCut, channelSplitter } from '../channel-splitter.ts';
import type { Chunk, ChunkLengths } from '../chunk.ts';
import type { AudioBlock } from '../pcm.ts';
import { partStartMs } from './borders.ts';
import { NotInParts } from './not-in-parts.ts';
import { chunksPerPart, type Trim } from './plan.ts';

/** A part of a file, counted from 0, and which samples of its slice count. */
export type PartPlace = { readonly part: number; readonly isLast: boolean; readonly trim?: Trim };

/** The cuts of a part: the number of its chunks, and the cuts where it begins and ends. */
export type PartCut = { readonly chunks: number; readonly start: BorderCut; readonly end: BorderCut };

/**
 * Cuts the mono samples of one part, which begin at `partStartMs`, into the same chunks as a cut of the whole file. Each
 * chunk is valid until the next one. Throws `NotInParts` if the samples do not contain a border of the part.
 */
export const splitPart = async function* (
  blocks: AsyncIterable<AudioBlock>,
  lengths: ChunkLengths,
  { part, isLast }: PartPlace,
): AsyncGenerator<Chunk, PartCut> {
  const splitter = channelSplitter(lengths, {
    fromMs: partStartMs(part),
    first: part,
    last: isLast ? Infinity : part + 1,
  });
  let chunks = 0;
  const number = function* (spans: ReturnType<typeof splitter.end>): Generator<Chunk, void> {
    for (const span of spans) {
      if (chunks === chunksPerPart) throw new NotInParts('The part has too many chunks.');
      yield { index: part * chunksPerPart + chunks, channel: null, ...span };
      chunks += 1;
    }
  };
  // Reads to the end, even after the last border, because the decoder may still find damage in the slice.
  for await (const [mono = new Int16Array()] of blocks) yield* number(splitter.add(mono));
  yield* number(splitter.end());
  const { borders } = splitter;
  const ends = [
    part === 0 ? { ms: 0, sound: 0 } : borders[0],
    isLast ? { ms: splitter.lengthMs(), sound: 0 } : borders[part === 0 ? 0 : 1],
  ];
  const [start, end] = ends;
  if (!start || !end) throw new NotInParts('A border of the part is not in its slice.');
  return { chunks, start, end };
};

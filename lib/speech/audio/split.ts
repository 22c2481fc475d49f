import { chooseCut } from './choose-cut.ts';
import { frameSamples, toMs, toSamples } from './pcm.ts';

/**
 * The unit of parallel work: the audio of the file from `startMs` to `endMs`. `pcm` (16 kHz mono) starts `leadMs` earlier, in
 * whole frames, and ends up to `tailFrames` later, so that voice activity detection has context on both sides.
 * The spans of all chunks cover the file without gaps or overlaps.
 */
export type Chunk = {
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly leadMs: number;
  readonly pcm: Int16Array;
};

/** A chunk below `minMs` is not worth the start of a worker. A chunk above `maxMs` would delay the whole job. */
export type ChunkLengths = { readonly minMs: number; readonly maxMs: number };

/** Context before the span, on which the voice activity model warms up its state. */
export const leadFrames = 64;
/** Context after the span, for the gain of its last word: see `levelledFrames`. */
export const tailFrames = 48;

/**
 * Cuts 16 kHz mono `blocks` of any size into chunks, at the best pause between the minimum and maximum length. Returns the
 * length of the audio in ms. Memory use does not depend on it: all chunks share one buffer, so each is valid only
 * until the next.
 */
export const splitAudio = async function* (
  blocks: AsyncIterable<Int16Array>,
  { minMs, maxMs }: ChunkLengths,
): AsyncGenerator<Chunk, number> {
  const min = wholeFrames(minMs);
  const max = wholeFrames(maxMs);
  const buffer = new Int16Array(leadFrames * frameSamples + max + tailFrames * frameSamples);
  // In samples: the position of the buffer in the file, its filled length, and the start of the next span in it.
  let from = 0;
  let filled = 0;
  let start = 0;
  let index = 0;

  const chunkTo = (end: number): Chunk => {
    const pcm = buffer.subarray(0, Math.min(filled, end + tailFrames * frameSamples));
    return { index, startMs: toMs(from + start), endMs: toMs(from + end), leadMs: toMs(start), pcm };
  };
  const continueFrom = (end: number): void => {
    const kept = Math.max(0, end - leadFrames * frameSamples);
    buffer.copyWithin(0, kept, filled);
    from += kept;
    filled -= kept;
    start = end - kept;
    index += 1;
  };
  const cutWhile = function* (isLong: () => boolean): Generator<Chunk, void> {
    while (isLong()) {
      const end = start + min + chooseCut(buffer.subarray(start + min, start + max));
      yield chunkTo(end);
      continueFrom(end);
    }
  };

  for await (const block of blocks) {
    for (let at = 0; at < block.length;) {
      const part = block.subarray(at, at + buffer.length - filled);
      buffer.set(part, filled);
      filled += part.length;
      at += part.length;
      yield* cutWhile(() => filled === buffer.length);
    }
  }
  yield* cutWhile(() => filled - start > max);
  const audioMs = toMs(from + filled);
  if (filled > start) yield chunkTo(filled);
  return audioMs;
};

const wholeFrames = (ms: number): number => Math.floor(toSamples(ms) / frameSamples) * frameSamples;

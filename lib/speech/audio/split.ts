import { chooseCut } from './choose-cut.ts';
import { frameSamples, toMs, toSamples } from './pcm.ts';

/**
 * The unit of fan-out: the sound of the file from `startMs` to `endMs`. `pcm` (16 kHz mono) starts `leadMs` earlier, in
 * whole frames, and ends a little later where the file does, so that whoever listens has what comes before and after.
 * The spans of a file's chunks tile it from 0 to its end.
 */
export type Chunk = {
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly leadMs: number;
  readonly pcm: Int16Array;
};

/** Below `minMs` a chunk is not worth the start of a worker; above `maxMs` a job would wait for its last one. */
export type ChunkLengths = { readonly minMs: number; readonly maxMs: number };

/** So much before its span a chunk lets the voice activity model listen itself in. */
export const leadFrames = 64;
/** So much after it decides how loud its last word is: see `levelledFrames`. */
export const tailFrames = 48;

/**
 * Cuts 16 kHz mono `blocks` of any size into chunks at the best pause in reach, each as soon as it is whole. Returns the
 * length of the audio in ms. Takes the same memory for a minute and for hours: all chunks lie in one buffer, so each is good
 * until the next.
 */
export const splitAudio = async function* (
  blocks: AsyncIterable<Int16Array>,
  { minMs, maxMs }: ChunkLengths,
): AsyncGenerator<Chunk, number> {
  const least = wholeFrames(minMs);
  const most = wholeFrames(maxMs);
  const buffer = new Int16Array(leadFrames * frameSamples + most + tailFrames * frameSamples);
  /** Where in the file the buffer begins; how much of it is filled; where in it the next span begins. */
  let from = 0;
  let filled = 0;
  let start = 0;
  let index = 0;

  const chunkTo = (end: number): Chunk => {
    const pcm = buffer.subarray(0, Math.min(filled, end + tailFrames * frameSamples));
    return { index, startMs: toMs(from + start), endMs: toMs(from + end), leadMs: toMs(start), pcm };
  };
  const goOnFrom = (end: number): void => {
    const kept = Math.max(0, end - leadFrames * frameSamples);
    buffer.copyWithin(0, kept, filled);
    from += kept;
    filled -= kept;
    start = end - kept;
    index += 1;
  };
  const cutWhile = function* (isLong: () => boolean): Generator<Chunk, void> {
    while (isLong()) {
      const end = start + least + chooseCut(buffer.subarray(start + least, start + most));
      yield chunkTo(end);
      goOnFrom(end);
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
  yield* cutWhile(() => filled - start > most);
  const audioMs = toMs(from + filled);
  if (filled > start) yield chunkTo(filled);
  return audioMs;
};

const wholeFrames = (ms: number): number => Math.floor(toSamples(ms) / frameSamples) * frameSamples;

import { crc32 } from 'node:zlib';
import { chooseCut } from './choose-cut.ts';
import { borderWindow } from './parts/borders.ts';
import { frameSamples, msSamples, toMs, toSamples } from './pcm.ts';
import { type Chunk, type ChunkLengths, leadFrames, tailFrames } from './chunk.ts';

export type Span = Omit<Chunk, 'index' | 'channel'>;

/** A cut at a border: its time, and a checksum of the audio in which it was searched. */
export type BorderCut = { readonly ms: number; readonly sound: number };

/** `add` and `end` yield the spans that are complete by then. Iterate both to their end. */
export type ChannelSplitter = {
  readonly add: (pcm: Int16Array) => Iterable<Span>;
  readonly end: () => Iterable<Span>;
  readonly lengthMs: () => number;
  /** The cuts at borders so far. */
  readonly borders: readonly BorderCut[];
};

type Extent = {
  /** The time in the file at which the samples begin, in ms. */
  readonly fromMs: number;
  /**
   * The border at which the first span begins and the border at which the last one ends. 0 is the beginning of the file,
   * Infinity its end.
   */
  readonly first: number;
  readonly last: number;
};

const wholeFile: Extent = { fromMs: 0, first: 0, last: Infinity };

/** Cuts the samples of one channel at its borders, and between them at the best pause between the minimum and maximum length. */
export const channelSplitter = (
  lengths: ChunkLengths,
  { fromMs, first, last }: Extent = wholeFile,
): ChannelSplitter => {
  const min = wholeFrames(lengths.minMs);
  const max = wholeFrames(lengths.maxMs);
  const tail = tailFrames * frameSamples;
  const buffer = new Int16Array(leadFrames * frameSamples + max + tail);
  const borders: BorderCut[] = [];
  // All in samples: the position of the buffer in the file, the filled length of the buffer, and the start of the next
  // span in it.
  let from = toSamples(fromMs);
  let filled = 0;
  let start = 0;
  let next = Math.max(1, first);
  let isBefore = first > 0;
  const isAfter = (): boolean => next > last;

  /** The window of the next border, in samples of the buffer. */
  const window = () => {
    const { start: begin, end, needed } = borderWindow(next, lengths);
    return { begin: begin - from, end: end - from, needed: needed - from };
  };
  const spanTo = (end: number): Span => {
    const pcm = buffer.subarray(0, Math.min(filled, end + tail));
    return { startMs: toMs(from + start), endMs: toMs(from + end), leadMs: toMs(start), pcm };
  };
  const continueFrom = (end: number): void => {
    const kept = end - Math.min(leadFrames, Math.floor(end / frameSamples)) * frameSamples;
    buffer.copyWithin(0, kept, filled);
    from += kept;
    filled -= kept;
    start = end - kept;
  };
  const cutBorder = (): number => {
    const { begin, end } = window();
    const sound = buffer.subarray(begin, end);
    const cut = begin + chooseCut(sound);
    const bytes = new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength);
    borders.push({ ms: toMs(from + cut), sound: crc32(bytes) });
    next += 1;
    return cut;
  };
  /**
   * A cut before the border. It leaves enough audio for a chunk up to the border, or halves audio that is too long for
   * one chunk and too short for two.
   */
  const cutBefore = (): number => {
    const { begin, end } = window();
    const rest = begin - start;
    const isForTwo = rest < 2 * min;
    const low = isForTwo ? Math.max(wholeMs(rest / 3), end - start - max) : min;
    const high = Math.min(max, isForTwo ? wholeMs((2 * rest) / 3) : rest - min);
    return start + low + chooseCut(buffer.subarray(start + low, start + high));
  };
  /** Cuts while `isLong`, or while the file continues after the next border. */
  const cutWhile = function* (isLong: () => boolean): Generator<Span, void> {
    while (!isAfter()) {
      const { end: border, needed } = window();
      const isNear = border - start <= max && needed <= filled;
      if (!isNear && !isLong()) return;
      const end = isNear ? cutBorder() : cutBefore();
      yield spanTo(end);
      continueFrom(end);
    }
  };
  const begin = (): void => {
    if (window().end > filled) return;
    continueFrom(cutBorder());
    isBefore = false;
  };

  return {
    borders,
    add: function* (pcm) {
      for (let at = 0; at < pcm.length && !isAfter();) {
        const part = pcm.subarray(at, at + buffer.length - filled);
        buffer.set(part, filled);
        filled += part.length;
        at += part.length;
        if (isBefore) begin();
        if (filled === buffer.length) yield* cutWhile(() => filled === buffer.length);
      }
    },
    end: function* () {
      if (isBefore) return;
      yield* cutWhile(() => filled - start > max);
      if (filled > start && !isAfter()) yield spanTo(filled);
    },
    lengthMs: () => toMs(from + filled),
  };
};

const wholeFrames = (ms: number): number => Math.floor(toSamples(ms) / frameSamples) * frameSamples;
const wholeMs = (samples: number): number => Math.floor(samples / msSamples) * msSamples;

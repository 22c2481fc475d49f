import { chooseCut } from './choose-cut.ts';
import { type AudioBlock, frameSamples, toMs, toSamples } from './pcm.ts';

/**
 * The unit of parallel work: the audio of one channel (null for the mix of all) from `startMs` to `endMs`. `pcm` (16 kHz)
 * starts `leadMs` earlier, in whole frames, and ends up to `tailFrames` later, so that voice activity detection has context on
 * both sides. The spans of the chunks of a channel cover the file without gaps or overlaps. `index` counts all chunks.
 */
export type Chunk = {
  readonly index: number;
  readonly channel: number | null;
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
 * Cuts 16 kHz `blocks` of any size into chunks, each channel by itself, as if it were alone in the file. Returns the
 * length of the audio in ms. Memory use does not depend on it: the chunks of a channel share one buffer, so each is valid
 * only until the next.
 */
export const splitAudio = async function* (
  blocks: AsyncIterable<AudioBlock>,
  lengths: ChunkLengths,
  { multichannel = false } = {},
): AsyncGenerator<Chunk, number> {
  const splitters: ChannelSplitter[] = [];
  let index = 0;
  const number = function* (spans: Iterable<Span>, channel: number): Generator<Chunk, void> {
    for (const span of spans) {
      yield { index, channel: multichannel ? channel : null, ...span };
      index += 1;
    }
  };
  for await (const block of blocks) {
    for (const [channel, pcm] of block.entries()) {
      splitters[channel] ??= channelSplitter(lengths);
      yield* number(splitters[channel].add(pcm), channel);
    }
  }
  for (const [channel, splitter] of splitters.entries()) yield* number(splitter.end(), channel);
  return splitters[0]?.lengthMs() ?? 0;
};

type Span = Omit<Chunk, 'index' | 'channel'>;

/** `add` and `end` yield what is complete by then, and must be iterated to their end. */
type ChannelSplitter = {
  readonly add: (pcm: Int16Array) => Iterable<Span>;
  readonly end: () => Iterable<Span>;
  readonly lengthMs: () => number;
};

/** Cuts the samples of one channel at the best pause between the minimum and maximum length. */
const channelSplitter = ({ minMs, maxMs }: ChunkLengths): ChannelSplitter => {
  const min = wholeFrames(minMs);
  const max = wholeFrames(maxMs);
  const buffer = new Int16Array(leadFrames * frameSamples + max + tailFrames * frameSamples);
  // In samples: the position of the buffer in the file, its filled length, and the start of the next span in it.
  let from = 0;
  let filled = 0;
  let start = 0;

  const spanTo = (end: number): Span => {
    const pcm = buffer.subarray(0, Math.min(filled, end + tailFrames * frameSamples));
    return { startMs: toMs(from + start), endMs: toMs(from + end), leadMs: toMs(start), pcm };
  };
  const continueFrom = (end: number): void => {
    const kept = end - Math.min(leadFrames, Math.floor(end / frameSamples)) * frameSamples;
    buffer.copyWithin(0, kept, filled);
    from += kept;
    filled -= kept;
    start = end - kept;
  };
  const cutWhile = function* (isLong: () => boolean): Generator<Span, void> {
    while (isLong()) {
      const end = start + min + chooseCut(buffer.subarray(start + min, start + max));
      yield spanTo(end);
      continueFrom(end);
    }
  };

  return {
    add: function* (pcm) {
      for (let at = 0; at < pcm.length;) {
        const part = pcm.subarray(at, at + buffer.length - filled);
        buffer.set(part, filled);
        filled += part.length;
        at += part.length;
        yield* cutWhile(() => filled === buffer.length);
      }
    },
    end: function* () {
      yield* cutWhile(() => filled - start > max);
      if (filled > start) yield spanTo(filled);
    },
    lengthMs: () => toMs(from + filled),
  };
};

const wholeFrames = (ms: number): number => Math.floor(toSamples(ms) / frameSamples) * frameSamples;

import { type ChunkLengths, tailFrames } from '../chunk.ts';
import { frameSamples, toSamples } from '../pcm.ts';

/**
 * A cut is made near every multiple of this, regardless of the cuts before it. So a worker that decodes one part of a file
 * makes the same cuts as a worker that decodes all of it. The value is a multiple of eight seconds: then the blocks of
 * the downmix and the phase of the resampler, at any sample rate, begin alike.
 */
export const partMs = 240_000;
/**
 * How long before its nominal border a part's decoding begins: the reach, the context of a chunk, and 3 s for the
 * filters to settle.
 */
const partLeadMs = 8_000;
/** How long after its nominal border a part's decoding ends: the reach and the context of a chunk, rounded up. */
const partTailMs = 5_000;

/** Where the samples of a part begin in the file, in ms. */
export const partStartMs = (part: number): number => (part === 0 ? 0 : part * partMs - partLeadMs);

/** Where the samples of a part end in the file, in ms, unless the file ends earlier. */
export const partEndMs = (part: number): number => (part + 1) * partMs + partTailMs;

const maxReachMs = 3_000;

/**
 * In samples of the file: the range in which the cut of a border is searched. A file must have `needed` samples to have
 * the border.
 */
export type BorderWindow = { readonly start: number; readonly end: number; readonly needed: number };

/**
 * The window of border number `border`, which is at this multiple of `partMs` (from 1 on). Short chunks have short
 * windows, so that one chunk spans each window.
 */
export const borderWindow = (border: number, { maxMs }: Pick<ChunkLengths, 'maxMs'>): BorderWindow => {
  const reach = toSamples(Math.floor(Math.min(maxReachMs, maxMs / 6)));
  const nominal = toSamples(border * partMs);
  const end = nominal + reach;
  return { start: nominal - reach, end, needed: end + tailFrames * frameSamples };
};

/** The number of parts of a file of this length. */
export const countParts = (samples: number, lengths: Pick<ChunkLengths, 'maxMs'>): number => {
  let parts = 1;
  while (borderWindow(parts, lengths).needed <= samples) parts += 1;
  return parts;
};

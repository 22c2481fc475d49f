import { type ChunkLengths, tailFrames } from '../chunk.ts';
import { frameSamples, toSamples } from '../pcm.ts';

/**
 * A cut is made near every multiple of this, whatever the cuts before it. So a worker that decodes a part of a file cuts
 * it as one that decodes all. It is a multiple of eight seconds, because then the blocks of the downmix begin alike, and so does
 * the resampler at any sample rate.
 */
export const partMs = 240_000;
/** How long before the nominal border a part begins to be decoded: the reach, the context of a chunk, and 3 s for the filters to settle. */
const partLeadMs = 8_000;
/** How long after the nominal border a part is decoded: the reach and the context of a chunk, rounded up. */
const partTailMs = 5_000;

/** Where the samples of a part begin in the file, in ms. */
export const partStartMs = (part: number): number => (part === 0 ? 0 : part * partMs - partLeadMs);

/** Where they end, unless the file ends before. */
export const partEndMs = (part: number): number => (part + 1) * partMs + partTailMs;

const maxReachMs = 3_000;

/** In samples of the file: where the cut of a border is searched. `needed` is how long the file must be to have the border. */
export type BorderWindow = { readonly start: number; readonly end: number; readonly needed: number };

/** The window of the border at this multiple of `everyMs`, from 1 on. Short chunks have short windows, so that one spans each. */
export const borderWindow = (
  border: number,
  { maxMs }: Pick<ChunkLengths, 'maxMs'>,
  everyMs: number = partMs,
): BorderWindow => {
  const reach = toSamples(Math.floor(Math.min(maxReachMs, maxMs / 6)));
  const nominal = toSamples(border * everyMs);
  const end = nominal + reach;
  return { start: nominal - reach, end, needed: end + tailFrames * frameSamples };
};

/** How many parts a file of this length has. */
export const countParts = (samples: number, lengths: Pick<ChunkLengths, 'maxMs'>): number => {
  let parts = 1;
  while (borderWindow(parts, lengths).needed <= samples) parts += 1;
  return parts;
};

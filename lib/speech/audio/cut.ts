import { decodeAudio } from './decode.ts';
import type { Chunk, ChunkLengths } from './chunk.ts';
import { NotInParts } from './parts/not-in-parts.ts';
import { type PartCut, type PartPlace, splitPart } from './parts/split-part.ts';
import { splitAudio } from './split.ts';

type CutDeps = { readonly ffmpegPath: string; readonly lengths: ChunkLengths };

/** `multichannel` cuts each channel separately instead of cutting the mix. */
export type CutOptions = { readonly multichannel: boolean; readonly signal: AbortSignal };

/**
 * Decodes a local audio file and yields its chunks. Each chunk is valid until the next one. Returns the length of the
 * audio in ms. Throws `JobFailure`.
 */
export const audioCutter =
  ({ ffmpegPath, lengths }: CutDeps) =>
  (file: string, { multichannel, signal }: CutOptions): AsyncGenerator<Chunk, number> =>
    splitAudio(decodeAudio({ file, ffmpegPath, multichannel, signal }), lengths, { multichannel });

/**
 * Decodes a local file with the slice of a part, and yields its chunks. Each chunk is valid until the next one. Throws
 * `JobFailure` and `NotInParts`.
 */
export const partCutter =
  ({ ffmpegPath, lengths }: CutDeps) =>
  (file: string, place: PartPlace, signal: AbortSignal): AsyncGenerator<Chunk, PartCut> => {
    const onInverted = (): never => {
      throw new NotInParts('Two channels are out of phase.');
    };
    return splitPart(
      decodeAudio({ file, ffmpegPath, trim: place.trim ?? {}, onInverted, signal }),
      lengths,
      place,
    );
  };

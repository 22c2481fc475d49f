import { decodeAudio } from './decode.ts';
import { type Chunk, type ChunkLengths, splitAudio } from './split.ts';

type CutDeps = { readonly ffmpegPath: string; readonly lengths: ChunkLengths };

/** `multichannel` cuts each channel by itself instead of their mix. */
export type CutOptions = { readonly multichannel: boolean; readonly signal: AbortSignal };

/** Decodes a local audio file and yields its chunks, each valid until the next. Returns the length in ms. Throws `JobFailure`. */
export const audioCutter =
  ({ ffmpegPath, lengths }: CutDeps) =>
  (file: string, { multichannel, signal }: CutOptions): AsyncGenerator<Chunk, number> =>
    splitAudio(decodeAudio({ file, ffmpegPath, multichannel, signal }), lengths, { multichannel });

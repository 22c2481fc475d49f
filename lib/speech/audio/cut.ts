import { decodeAudio } from './decode.ts';
import { type Chunk, type ChunkLengths, splitAudio } from './split.ts';

type CutDeps = { readonly ffmpegPath: string; readonly lengths: ChunkLengths };

/** Decodes a local audio file and yields its chunks, each valid until the next. Returns the length in ms. Throws `JobFailure`. */
export const audioCutter =
  ({ ffmpegPath, lengths }: CutDeps) =>
  (file: string, signal: AbortSignal): AsyncGenerator<Chunk, number> =>
    splitAudio(decodeAudio({ file, ffmpegPath, signal }), lengths);

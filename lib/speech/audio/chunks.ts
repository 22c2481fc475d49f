import type { ByteReader } from './byte-reader.ts';

/** Where the content of a chunk of a RIFF or IFF file begins and how long it says it is. */
export type Chunk = { readonly at: number; readonly bytes: number };

type Search = { readonly start: number; readonly id: string; readonly isBig: boolean };

/** A file of chunks is searched this far; a hostile one has millions. */
const maxChunks = 1000;

/** The first chunk of this name in the file that begins at `start`. */
export const findChunk = async (
  file: ByteReader,
  { start, id, isBig }: Search,
): Promise<Chunk | undefined> => {
  for (let at = start + 12, seen = 0; seen < maxChunks; seen += 1) {
    const head = await file.at(at, 8);
    if (head.length < 8) return undefined;
    const bytes = isBig ? head.readUInt32BE(4) : head.readUInt32LE(4);
    if (head.toString('latin1', 0, 4) === id) return { at: at + 8, bytes };
    at += 8 + bytes + (bytes & 1);
  }
  return undefined;
};

/** Whether a WAV file has its numbers the other way round. */
export const isBigWav = async (file: ByteReader, start: number): Promise<boolean> =>
  (await file.at(start, 4)).toString('latin1') === 'RIFX';

import type { ByteReader } from './byte-reader.ts';

/** A chunk of a RIFF or IFF file: the position of its content and its declared length. */
export type RiffChunk = { readonly at: number; readonly bytes: number };

type Search = { readonly start: number; readonly id: string; readonly isBigEndian: boolean };

/** Bounds the search in a hostile file. */
const maxChunks = 1000;

/** Finds the first chunk with this id in the file that begins at `start`. Undefined if there is none. */
export const findChunk = async (
  file: ByteReader,
  { start, id, isBigEndian }: Search,
): Promise<RiffChunk | undefined> => {
  for (let at = start + 12, seen = 0; seen < maxChunks; seen += 1) {
    const header = await file.at(at, 8);
    if (header.length < 8) return undefined;
    const bytes = isBigEndian ? header.readUInt32BE(4) : header.readUInt32LE(4);
    if (header.toString('latin1', 0, 4) === id) return { at: at + 8, bytes };
    at += 8 + bytes + (bytes & 1);
  }
  return undefined;
};

/** Whether a WAV file is big-endian. */
export const isBigEndianWav = async (file: ByteReader, start: number): Promise<boolean> =>
  (await file.at(start, 4)).toString('latin1') === 'RIFX';

import type { ByteReader } from './byte-reader.ts';

/** Joined files may be short. */
const blockBytes = 64 * 1024;

/** The position of the next `mark` at or after `from`. Infinity if there is none. */
export const findBytes = async (file: ByteReader, mark: Buffer, from: number): Promise<number> => {
  for (let at = from; at < file.size; at += blockBytes) {
    const found = (await file.at(at, blockBytes + mark.length - 1)).indexOf(mark);
    if (found !== -1) return at + found;
  }
  return Infinity;
};

import type { ByteReader } from './byte-reader.ts';

const usualBlockBytes = 1024 * 1024;

/** Reads a file forwards in blocks. */
export type ReadAhead = {
  /** The bytes at a position, if the block that was read last has all of them. Not a promise, because a file may have a million frames. */
  readonly known: (at: number, bytes: number) => Buffer | undefined;
  /** Reads the block that begins there. Fewer bytes at the end of the file. */
  readonly read: (at: number, bytes: number) => Promise<Buffer>;
};

export const readAhead = (file: ByteReader, firstBlockBytes = usualBlockBytes): ReadAhead => {
  let block: Buffer = Buffer.alloc(0);
  let blockAt = 0;
  let blockBytes = firstBlockBytes;
  return {
    known: (at, bytes) =>
      at >= blockAt && at + bytes <= blockAt + block.length
        ? block.subarray(at - blockAt, at - blockAt + bytes)
        : undefined,
    read: async (at, bytes) => {
      block = await file.at(at, Math.max(bytes, blockBytes));
      blockAt = at;
      blockBytes = usualBlockBytes;
      return block.subarray(0, bytes);
    },
  };
};

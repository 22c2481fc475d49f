import type { FileHandle } from 'node:fs/promises';

/** Random access to a file. Reads past its end return fewer bytes. */
export type ByteReader = {
  /** The file's length in bytes. */
  readonly size: number;
  readonly at: (position: number, length: number) => Promise<Buffer>;
};

export const byteReader = async (file: FileHandle): Promise<ByteReader> => ({
  size: (await file.stat()).size,
  at: async (position, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  },
});

import { type FileHandle, open } from 'node:fs/promises';

/** Random access to a file. Reads past its end return fewer bytes. */
export type ByteReader = {
  /** The file's length in bytes. */
  readonly size: number;
  readonly at: (position: number, length: number) => Promise<Buffer>;
};

/** Bytes of a file, from `from` to before `to`. */
export type ByteSpan = { readonly from: number; readonly to: number };

const byteReader = async (file: FileHandle): Promise<ByteReader> => {
  const { size } = await file.stat();
  return {
    size,
    at: async (position, length) => {
      // A damaged file may lead to positions that are too large for `read`, and to lengths at which it ends the process.
      if (position >= size) return Buffer.alloc(0);
      const most = Math.min(length, size - position);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, position);
      return buffer.subarray(0, bytesRead);
    },
  };
};

/** Opens a local file for `read`. */
export const readFileAt = async <T>(path: string, read: (file: ByteReader) => Promise<T>): Promise<T> => {
  const handle = await open(path);
  try {
    return await read(await byteReader(handle));
  } finally {
    await handle.close();
  }
};

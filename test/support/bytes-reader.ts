import type { ByteReader } from '#lib/speech/audio/byte-reader.ts';

/** Bytes as if they were a file. */
export const bytesReader = (bytes: Buffer): ByteReader => ({
  size: bytes.length,
  at: async (position, length) => bytes.subarray(position, position + length),
});

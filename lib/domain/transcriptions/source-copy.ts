import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ByteRange } from '#lib/platform/aws/bucket.ts';
import type { ByteReader } from '#lib/speech/audio/byte-reader.ts';

/** A file that is being copied. */
export type SourceCopy = {
  /** Its bytes, each as soon as it is available. */
  readonly bytes: ByteReader;
  /** The path of the copy, when the copy is complete. */
  readonly whole: () => Promise<string>;
};

type Origin = {
  readonly body: Readable;
  /** The length of `body` in bytes. */
  readonly bytes: number;
  readonly readAhead: (range: ByteRange) => Promise<Buffer>;
};

/** Copying this many bytes takes as long as one request for a range of bytes. */
const farBytes = 1024 * 1024;

/**
 * Runs `use` while a file is copied to `path`. A read waits for bytes that the copy reaches soon, and reads bytes that
 * are far ahead from the origin. The copy stops when `use` ends.
 */
export const withCopy = async <T>(
  path: string,
  { body, bytes, readAhead }: Origin,
  use: (copy: SourceCopy) => Promise<T>,
): Promise<T> => {
  const file = await open(path, 'w+');
  const progress = { bytes: 0, next: Promise.withResolvers<void>() };
  const copy = async (): Promise<void> => {
    for await (const block of body) {
      await file.appendFile(block);
      progress.bytes += block.length;
      progress.next.resolve();
      progress.next = Promise.withResolvers();
    }
    if (progress.bytes < bytes) throw new Error(`The file ended after ${progress.bytes} of ${bytes} bytes.`);
  };
  const copying = copy();
  // Avoids an unhandled rejection if no caller awaits it.
  copying.catch(() => undefined);
  const at = async (position: number, length: number): Promise<Buffer> => {
    const to = Math.min(bytes, position + length);
    if (to <= position) return Buffer.alloc(0);
    if (to > progress.bytes + farBytes) return readAhead({ from: position, to });
    while (progress.bytes < to) await Promise.race([progress.next.promise, copying]);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(to - position), 0, to - position, position);
    return buffer.subarray(0, bytesRead);
  };
  try {
    return await use({ bytes: { size: bytes, at }, whole: () => copying.then(() => path) });
  } finally {
    body.destroy();
    await copying.catch(() => undefined);
    await file.close();
  }
};

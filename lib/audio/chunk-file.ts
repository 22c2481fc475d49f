import * as z from 'zod';
import type { Chunk } from './split.ts';

const whole = z.int().nonnegative();
const Header = z.strictObject({ index: whole, startMs: whole, endMs: whole, leadMs: whole, samples: whole });

const lengthBytes = 4;
const sampleBytes = 2;

/** One chunk as a file: the length of the header (uint32, little endian), the header in JSON, the PCM. */
export function encodeChunk({ pcm, ...chunk }: Chunk): Buffer {
  const header = Buffer.from(
    JSON.stringify({ ...chunk, samples: pcm.length } satisfies z.infer<typeof Header>),
  );
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)]);
}

/** The inverse of `encodeChunk`. Throws when the file is not whole. */
export function decodeChunk(file: Uint8Array): Chunk {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let at = 0;
  const take = (bytes: number): Buffer => {
    at += bytes;
    if (at > buffer.length) throw new Error(`The chunk file is cut off after ${buffer.length} bytes`);
    return buffer.subarray(at - bytes, at);
  };
  const headerBytes = take(lengthBytes).readUInt32LE();
  const { samples, ...chunk } = Header.parse(JSON.parse(take(headerBytes).toString()));
  // A copy of its own, because samples must lie on even addresses.
  return { ...chunk, pcm: new Int16Array(new Uint8Array(take(samples * sampleBytes)).buffer) };
}

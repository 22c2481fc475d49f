import * as z from 'zod';
import type { Chunk } from './chunk.ts';

const whole = z.int().nonnegative();
const Header = z.strictObject({
  index: whole,
  channel: whole.nullable(),
  startMs: whole,
  endMs: whole,
  leadMs: whole,
  samples: whole,
});

const lengthBytes = 4;
const sampleBytes = 2;

/**
 * Returns an encoder of chunks. A file is the length of the header (uint32, little endian), the header in JSON, then the
 * PCM (16 bit). The encoder reuses one buffer, so a file is valid only until the next call.
 */
export const chunkEncoder = (): ((chunk: Chunk) => Buffer) => {
  let space = Buffer.alloc(0);
  return ({ pcm, ...chunk }) => {
    const header = JSON.stringify({ ...chunk, samples: pcm.length } satisfies z.infer<typeof Header>);
    const pcmAt = lengthBytes + header.length;
    const bytes = pcmAt + pcm.byteLength;
    if (space.length < bytes) space = Buffer.alloc(bytes);
    space.writeUInt32LE(header.length);
    space.write(header, lengthBytes, 'latin1');
    space.set(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), pcmAt);
    return space.subarray(0, bytes);
  };
};

/** The inverse of the encoder. Throws if the file is truncated. */
export const decodeChunk = (file: Uint8Array): Chunk => {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let at = 0;
  const take = (bytes: number): Buffer => {
    at += bytes;
    if (at > buffer.length) throw new Error(`The chunk file is cut off after ${buffer.length} bytes`);
    return buffer.subarray(at - bytes, at);
  };
  const headerBytes = take(lengthBytes).readUInt32LE();
  const { samples, ...chunk } = Header.parse(JSON.parse(take(headerBytes).toString()));
  // Copied, because an Int16Array needs an even byte offset.
  return { ...chunk, pcm: new Int16Array(new Uint8Array(take(samples * sampleBytes)).buffer) };
};

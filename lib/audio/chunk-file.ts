import * as z from 'zod';
import type { Chunk } from './split.ts';

const whole = z.int().nonnegative();
const Header = z.strictObject({
  index: whole,
  startMs: whole,
  endMs: whole,
  segments: z.array(z.strictObject({ startMs: whole, endMs: whole, padMs: whole, samples: whole })),
});

const lengthBytes = 4;
const sampleBytes = 2;

/** One chunk as a file: the length of the header (uint32, little endian), the header in JSON, the PCM of all segments. */
export function encodeChunk({ segments, ...chunk }: Chunk): Buffer {
  const described = segments.map(({ pcm, ...segment }) => ({ ...segment, samples: pcm.length }));
  const header = Buffer.from(
    JSON.stringify({ ...chunk, segments: described } satisfies z.infer<typeof Header>),
  );
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(header.length);
  const pcm = segments.map(
    (segment) => new Uint8Array(segment.pcm.buffer, segment.pcm.byteOffset, segment.pcm.byteLength),
  );
  return Buffer.concat([length, header, ...pcm]);
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
  const { segments, ...chunk } = Header.parse(JSON.parse(take(headerBytes).toString()));
  return {
    ...chunk,
    segments: segments.map(({ samples, ...segment }) => {
      // A copy of its own, because samples must lie on even addresses.
      const pcm = new Int16Array(new Uint8Array(take(samples * sampleBytes)).buffer);
      return { ...segment, pcm };
    }),
  };
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkEncoder, decodeChunk } from '#lib/speech/audio/chunk-file.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';

const whole = fc.nat({ max: 20_000_000 });
const anyChunk = fc.record({
  index: whole,
  channel: fc.option(whole),
  startMs: whole,
  endMs: whole,
  leadMs: whole,
  pcm: fc.int16Array({ maxLength: 3_000 }),
});
const aChunk: Chunk = {
  index: 3,
  channel: null,
  startMs: 0,
  endMs: 1_000,
  leadMs: 0,
  pcm: Int16Array.of(1, -2, 3),
};

test('a chunk survives encoding and decoding at any byte offset', () => {
  fc.assert(
    fc.property(anyChunk, fc.nat({ max: 3 }), (chunk, offset) => {
      const file = Buffer.concat([Buffer.alloc(offset), chunkEncoder()(chunk)]).subarray(offset);
      expect(decodeChunk(file)).toEqual(chunk);
    }),
  );
});

test('samples are 16-bit little-endian after the header', () => {
  expect([...chunkEncoder()(aChunk).subarray(-6)]).toEqual([1, 0, 254, 255, 3, 0]);
});

test('a truncated chunk file is refused', () => {
  const file = chunkEncoder()(aChunk);
  for (let length = 0; length < file.length; length += 1) {
    expect(() => decodeChunk(file.subarray(0, length))).toThrow('cut off');
  }
});

test('a chunk file with an invalid header is refused', () => {
  const file = chunkEncoder()({ ...aChunk, index: -1 });
  expect(() => decodeChunk(file)).toThrow('index');
});

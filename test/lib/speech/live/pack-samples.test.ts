import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { packSamples, unpackSamples } from '#lib/speech/live/pack-samples.ts';
import { spokenSample } from '../../../support/speaker.ts';

const anyBytes = fc.uint8Array({ maxLength: 3_000 });
/** Samples of one channel or of two interleaved channels, quiet or loud, up to the limits of their range. */
const anySamples = fc
  .record({
    steps: fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 800 }),
    quietness: fc.integer({ min: 0, max: 15 }),
    stride: fc.constantFrom(1, 2),
  })
  .map(({ steps, quietness, stride }) => {
    const samples = new Int16Array(steps.length);
    for (const [i, step] of steps.entries()) samples[i] = (samples[i - stride] ?? 0) + (step >> quietness);
    return new Uint8Array(samples.buffer);
  });

test('unpacking gives the same bytes, whatever they are', () => {
  fc.assert(
    fc.property(fc.oneof(anyBytes, anySamples), (bytes) => {
      expect(Buffer.from(unpackSamples(packSamples(bytes)))).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 300 },
  );
});

test('packed bytes are never more than one byte longer', () => {
  fc.assert(
    fc.property(fc.oneof(anyBytes, anySamples), (bytes) => {
      expect(packSamples(bytes).length).toBeLessThanOrEqual(bytes.length + 1);
    }),
  );
});

test('samples at the ends of their range keep their values', () => {
  const samples = Int16Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? -32_768 : 32_767));
  const bytes = new Uint8Array(samples.buffer);
  expect(Buffer.from(unpackSamples(packSamples(bytes)))).toEqual(Buffer.from(bytes));
});

let speech: Buffer;
beforeAll(() => {
  speech = spokenSample(10);
});

test.each([20, 100, 200])('speech in frames of %i ms is packed to less than half of its bytes', (ms) => {
  const frameBytes = 32 * ms;
  let packedBytes = 0;
  for (let at = 0; at < speech.length; at += frameBytes)
    packedBytes += packSamples(speech.subarray(at, at + frameBytes)).length;
  expect(packedBytes / speech.length).toBeLessThan(0.5);
});

test('two channels, one of them silent, are packed as well as one', () => {
  const both = Buffer.alloc(2 * speech.length);
  for (let at = 0; at < speech.length; at += 2) both.writeInt16LE(speech.readInt16LE(at), 2 * at);
  let packedBytes = 0;
  for (let at = 0; at < both.length; at += 12_800)
    packedBytes += packSamples(both.subarray(at, at + 12_800)).length;
  expect(packedBytes / both.length).toBeLessThan(0.5);
});

test('more samples than are ever sent at once keep their values', () => {
  const bytes = new Uint8Array(2 * 65_536);
  expect(unpackSamples(packSamples(bytes))).toEqual(bytes);
});

test.each([
  ['differences of differences too often', [17, 0, 1, 0]],
  ['no channel', [4, 0, 1, 0]],
  ['three channels', [3, 0, 1, 0]],
  ['longer codes than there are', [5, 16, 1, 0]],
])('bytes that were not packed are refused: %s', (_, bytes) => {
  expect(() => unpackSamples(Buffer.from(bytes))).toThrow('no packed samples');
});

test('bytes that were packed and cut are refused', () => {
  expect(() => unpackSamples(Buffer.from([1, 0, 9, 0]))).toThrow('end too soon');
});

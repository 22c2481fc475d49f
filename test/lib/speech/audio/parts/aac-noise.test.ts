import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasNoise, isPlainAac } from '#lib/speech/audio/parts/aac-noise.ts';

/** A packet of values, each with its number of bits. */
const packet = (...fields: readonly (readonly [value: number, bits: number])[]): Buffer => {
  const bits = fields.map(([value, count]) => value.toString(2).padStart(count, '0')).join('');
  return Buffer.from(bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? []);
};
const single = [
  [0, 3],
  [0, 4],
  [120, 8],
] as const;
const pair = [
  [1, 3],
  [0, 4],
] as const;
/** A long window with ten bands, or short windows in two groups with three bands. */
const long = [
  [0, 1],
  [0, 2],
  [0, 1],
  [10, 6],
  [0, 1],
] as const;
const short = [
  [0, 1],
  [2, 2],
  [0, 1],
  [3, 4],
  [0b1111011, 7],
] as const;
const section = (codebook: number, length: number, lengthBits = 5) =>
  [
    [codebook, 4],
    [length, lengthBits],
  ] as const;

test.each([
  ['a long window', packet(...single, ...long, ...section(2, 4), ...section(13, 6)), true],
  ['a long window', packet(...single, ...long, ...section(2, 4), ...section(11, 6)), false],
  ['no band', packet(...single, [0, 1], [0, 2], [0, 1], [0, 6], [0, 1], ...section(13, 6)), false],
  ['short windows', packet(...single, ...short, ...section(1, 3, 3), ...section(13, 3, 3)), true],
  ['short windows', packet(...single, ...short, ...section(1, 3, 3), ...section(1, 3, 3), [13, 4]), false],
  ['a common window', packet(...pair, [1, 1], ...long, [1, 2], [1023, 10], [9, 8], ...section(13, 10)), true],
  ['a common window', packet(...pair, [1, 1], ...long, [1, 2], [1023, 10], [9, 8], ...section(3, 10)), false],
  ['windows of its own', packet(...pair, [0, 1], [9, 8], ...long, ...section(13, 10)), true],
  ['no sound', packet([6, 3], [1, 4], [13, 8]), false],
])('a packet with %s has noise if a section has the codebook of noise', (_, bytes, noisy) => {
  expect(hasNoise(bytes)).toBe(noisy);
});

test('the search for noise in a packet ends, whatever its bytes are', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => typeof hasNoise(bytes) === 'boolean'));
});

test.each([
  ['plain AAC at 44.1 kHz', '1210', true],
  ['AAC that says it has no copied bands', '120856e500', true],
  ['AAC with copied bands, by an extension', '131056e598', false],
  ['AAC with copied bands', '2b920800', false],
  ['a rate of its own', '1780ac4408', false],
  ['AAC Main', '0a10', false],
  ['nothing', '', false],
])('%s (%s) is plain: %s', (_, hex, plain) => {
  expect(isPlainAac(Buffer.from(hex, 'hex'))).toBe(plain);
});

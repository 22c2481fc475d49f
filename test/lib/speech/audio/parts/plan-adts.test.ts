import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planAdts } from '#lib/speech/audio/parts/plan-adts.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { anyDamage } from '../../../../support/any-damage.ts';
import { bytesReader } from '../../../../support/bytes-reader.ts';

const lengths = speechModels['moonshine-tiny'].chunks;
const plan = (...parts: readonly Buffer[]) => planAdts(bytesReader(Buffer.concat(parts)), 0, lengths);
const rate48 = 3;
const rate24 = 6;
const rate = 48_000;
const frameSamples = 1_024;
const headBytes = 7;

type Header = {
  readonly sync?: number;
  readonly profile?: number;
  readonly rate?: number;
  readonly blocks?: number;
};

/** A frame with this content. The default is plain AAC at 48 kHz. */
const frameOf = (
  content: Buffer,
  { sync = 0xf1, profile = 1, rate: code = rate48, blocks = 1 }: Header = {},
): Buffer => {
  const bytes = headBytes + content.length;
  const header = Buffer.from([0xff, sync, (profile << 6) | (code << 2), 0x40, 0, 0x1f, 0xfc | (blocks - 1)]);
  header.writeUIntBE(header.readUIntBE(3, 3) | (bytes << 5), 3, 3);
  return Buffer.concat([header, content]);
};
const framesIn = (seconds: number): number => Math.ceil((seconds * rate) / frameSamples);
/** The content of a silent frame. */
const silence = Buffer.from([0xff]);
const plain = (seconds: number, header?: Header): Buffer =>
  Buffer.concat(Array.from({ length: framesIn(seconds) }, () => frameOf(silence, header)));
/** One channel with one band of noise. */
const noisy = Buffer.from(
  ['000', '0000', '00000000', '0000', '000001', '0', '1101', '00001', '0'.repeat(4)]
    .join('')
    .match(/.{8}/g)
    ?.map((bits) => Number.parseInt(bits, 2)) ?? [],
);

const anyContents = fc.array(fc.integer({ min: 1, max: 60 }), {
  minLength: framesIn(500),
  maxLength: framesIn(740),
});

test('each slice has whole frames of its time, and says how many samples of them come too early', async () => {
  await fc.assert(
    fc.asyncProperty(anyContents, async (sizes) => {
      const frames = sizes.map((bytes) => frameOf(Buffer.alloc(bytes, 0xff)));
      const places = [0];
      for (const { length } of frames) places.push((places.at(-1) ?? 0) + length);
      const found = await plan(...frames);
      if (!('slices' in found)) throw new Error(found.serially);
      for (const [part, { from, to, skip = 0 }] of found.slices.entries()) {
        const begin = (part === 0 ? 0 : part * 240 - 8) * rate;
        expect(skip).toBe(begin - places.indexOf(from) * frameSamples);
        expect(skip).toBeGreaterThanOrEqual(0);
        const isLast = part + 1 === found.slices.length;
        const least = isLast ? frames.length * frameSamples : (part * 240 + 245) * rate;
        expect(places.indexOf(to) * frameSamples).toBeGreaterThanOrEqual(
          Math.min(least, frames.length * frameSamples),
        );
      }
    }),
    { numRuns: 5 },
  );
});

test('a file of MPEG-2, whose headers differ in one bit, is cut in parts, too', async () => {
  expect(await plan(plain(600, { sync: 0xf9 }))).toHaveProperty('slices');
});

test('a checksum between header and content is not taken for content', async () => {
  const crc = noisy.subarray(0, 2);
  const checked = (content: Buffer): Buffer[] =>
    Array.from({ length: framesIn(600) }, () => frameOf(Buffer.concat([crc, content]), { sync: 0xf0 }));
  expect(await plan(...checked(noisy.subarray(2)))).toHaveProperty('slices');
  expect(await plan(...checked(noisy))).toEqual({ serially: 'noise' });
});

test.each([
  ['that mixes MPEG-2 and 4', [plain(300), plain(300, { sync: 0xf9 })], 'header'],
  ['of another profile', [plain(600, { profile: 0 })], 'header'],
  ['of a rate at which HE-AAC is usual', [plain(600, { rate: rate24 })], 'header'],
  ['with two packets in a frame', [plain(600, { blocks: 2 })], 'header'],
  ['that changes its rate', [plain(300), plain(300, { rate: 4 })], 'header'],
  ['with bytes between its frames', [plain(300), Buffer.alloc(10), plain(300)], 'header'],
  ['that ends within a frame', [plain(600), frameOf(silence).subarray(0, -1)], 'header'],
  ['of more than five hours', [plain(18_001)], 'header'],
  ['with noise', [plain(300), ...Array.from({ length: 43 }, () => frameOf(noisy)), plain(300)], 'noise'],
])('a file of ADTS %s is cut as one', async (_, parts, serially) => {
  expect(await plan(...parts)).toEqual({ serially });
});

test('a damaged file is planned or cut as one, and never fails its planner', async () => {
  await fc.assert(
    fc.asyncProperty(anyDamage(plain(600)), async (damaged) => {
      expect(await plan(damaged)).toBeTypeOf('object');
    }),
    { numRuns: 50 },
  );
});

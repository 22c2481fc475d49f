import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planFlac } from '#lib/speech/audio/parts/plan-flac.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { anyDamage } from '../../../../support/any-damage.ts';
import { bytesReader } from '../../../../support/bytes-reader.ts';

const lengths = speechModels['moonshine-tiny'].chunks;
const plan = (file: Buffer) => planFlac(bytesReader(file), 0, lengths);
const rate = 8_000;
const frameSamples = 4_096;

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x80 ? 0x107 : 0);
  }
  return crc;
};

/** A frame with this number in its header, and with `bytes` bytes after the header. */
const frameOf = (number: number, bytes: number, fill: Buffer = Buffer.from([0xff])): Buffer => {
  const coded = Buffer.from(String.fromCodePoint(number));
  const header = Buffer.concat([Buffer.from([0xff, 0xf8, 0xc0, 0x08]), coded]);
  return Buffer.concat([header, Buffer.from([crcOf(header)]), Buffer.alloc(bytes, fill)]);
};

type Info = { readonly samples?: number; readonly frame?: number; readonly maxFrame?: number };

const infoOf = ({ samples = 0, frame = frameSamples, maxFrame = 100 }: Info): Buffer => {
  const info = Buffer.alloc(42);
  info.write('fLaC');
  info.writeUIntBE(34, 5, 3);
  info.writeUInt16BE(frameSamples, 8);
  info.writeUInt16BE(frame, 10);
  info.writeUIntBE(maxFrame, 15, 3);
  info.writeUIntBE(rate << 4, 18, 3);
  info.writeUInt32BE(samples, 22);
  return info;
};
/** The last metadata block, which is of another type. */
const picture = Buffer.concat([Buffer.from([0x86, 0, 0x20, 0]), Buffer.alloc(0x2000)]);

const fileOf = (sizes: readonly number[], info: Info = {}, fill?: Buffer): Buffer =>
  Buffer.concat([
    infoOf({ samples: sizes.length * frameSamples - 100, ...info }),
    picture,
    ...sizes.map((bytes, number) => frameOf(number, bytes, fill)),
  ]);
const framesIn = (seconds: number): number => Math.ceil((seconds * rate) / frameSamples);
const plain = (seconds: number): number[] => Array.from({ length: framesIn(seconds) }, () => 20);

/** Quiet audio takes few bytes and loud audio many, so the position of a frame cannot be guessed. */
const anySizes = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 85 }), fc.integer({ min: 100, max: 400 })), {
    minLength: 12,
    maxLength: 20,
  })
  .map((stretches) => stretches.flatMap(([bytes, frames]) => Array.from({ length: frames }, () => bytes)));

test('each slice has whole frames of its time, and says how many samples of them come too early', async () => {
  await fc.assert(
    fc.asyncProperty(anySizes, fc.constantFrom(undefined, frameOf(7, 0)), async (sizes, fill) => {
      const file = fileOf(sizes, {}, fill);
      const found = await plan(file);
      if (!('slices' in found)) throw new Error(found.serially);
      const places = [infoOf({}).length + picture.length];
      for (const [number, bytes] of sizes.entries())
        places.push((places[number] ?? 0) + frameOf(number, bytes).length);
      for (const [part, { from, to, skip = 0 }] of found.slices.entries()) {
        const first = places.indexOf(from);
        const end = places.indexOf(to);
        const begin = (part === 0 ? 0 : part * 240 - 8) * rate;
        expect(skip).toBe(begin - first * frameSamples);
        expect(skip).toBeGreaterThanOrEqual(0);
        const isLast = part + 1 === found.slices.length;
        const least = isLast ? sizes.length * frameSamples : (part * 240 + 245) * rate;
        expect(end * frameSamples).toBeGreaterThanOrEqual(Math.min(least, sizes.length * frameSamples));
      }
    }),
    { numRuns: 30 },
  );
});

test('a slice has the description of the samples, but neither pictures nor the length of the whole', async () => {
  const found = await plan(fileOf(plain(600)));
  const header = Buffer.from('header' in found ? found.header : '', 'base64');
  const expected = infoOf({});
  expected.writeUInt8(0x80, 4);
  expect(header.toString('hex')).toBe(expected.toString('hex'));
});

test('little of a long file is read', async () => {
  const file = fileOf(Array.from({ length: framesIn(17_990) }, () => 90));
  let read = 0;
  const found = await planFlac(
    {
      size: file.length,
      at: async (position, length) => {
        read += length;
        return file.subarray(position, position + length);
      },
    },
    0,
    lengths,
  );
  expect(found).toHaveProperty('slices');
  expect(read).toBeLessThan(file.length / 10);
});

test.each([
  ['end at once', []],
  ['are only at its beginning and in its middle', [0.45]],
])('a file of five hours whose frames %s is given up soon', async (_, places) => {
  // It looks like the beginning of a frame at every second byte.
  const junk = Buffer.alloc(1_000_000, Buffer.from([0xff, 0xf8]));
  for (const place of places)
    for (let number = 1_000; number < 4_000; number += 1)
      frameOf(number, 20).copy(junk, place * junk.length + (number - 1_000) * frameOf(1_000, 20).length);
  const begin = Buffer.concat([infoOf({ samples: 17_990 * rate, maxFrame: 0 }), picture]);
  const file = Buffer.concat([begin, frameOf(0, 20), frameOf(1, 20), junk]);
  let reads = 0;
  const at = async (position: number, length: number): Promise<Buffer> => {
    reads += 1;
    return file.subarray(position, position + length);
  };
  expect(await planFlac({ size: file.length, at }, 0, lengths)).toEqual({ serially: 'header' });
  expect(reads).toBeLessThan(400);
});

test('the last slice ends before an ID3v1 tag', async () => {
  const tag = Buffer.alloc(128);
  tag.write('TAG');
  const file = fileOf(plain(600));
  const found = await plan(Buffer.concat([file, tag]));
  expect('slices' in found && found.slices.at(-1)?.to).toBe(file.length);
  expect(found).toEqual(await plan(file));
});

test.each([2, 3, 4, 5, 29, 30])(
  'a FLAC file that is joined to itself to %i times its length is cut as one, because its frames are numbered anew',
  async (copies) => {
    const sizes = plain(600).map((_, number) => 10 + ((number * 7) % 80));
    const file = fileOf(sizes);
    expect(await plan(file)).toHaveProperty('slices');
    const joined = Buffer.concat(Array.from({ length: copies }, () => file));
    expect(await plan(joined)).toEqual({ serially: 'header' });
  },
);

test.each([
  ['does not say how long it is', fileOf(plain(600), { samples: 0 })],
  ['has frames of several lengths', fileOf(plain(600), { frame: 1_024 })],
  ['says that it is longer', fileOf(plain(600), { samples: 1_200 * rate })],
  ['says that it is longer than five hours', fileOf(plain(600), { samples: 18_001 * rate })],
  ['is cut off', fileOf(plain(600)).subarray(0, 20_000)],
  ['is cut off in its description', fileOf(plain(600)).subarray(0, 30)],
  [
    'has other bytes before its frames',
    Buffer.concat([
      infoOf({ samples: 600 * rate }),
      picture,
      Buffer.alloc(9),
      ...plain(600).map((bytes, number) => frameOf(number, bytes)),
    ]),
  ],
  ['has no frames', fileOf([], { samples: 600 * rate })],
])('a FLAC file that %s is cut as one', async (_, file) => {
  expect(await plan(file)).toEqual({ serially: 'header' });
});

test('a damaged file is planned or cut as one, and never fails its planner', async () => {
  await fc.assert(
    fc.asyncProperty(anyDamage(fileOf(plain(600))), async (damaged) => {
      expect(await plan(damaged)).toBeTypeOf('object');
    }),
    { numRuns: 100 },
  );
});

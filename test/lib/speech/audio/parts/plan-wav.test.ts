import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planParts } from '#lib/speech/audio/parts/plan-parts.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { bytesReader } from '../../../../support/bytes-reader.ts';

const lengths = speechModels['moonshine-tiny'].chunks;

type Wav = {
  readonly seconds: number;
  readonly rate?: number;
  readonly channels?: number;
  readonly bits?: number;
  readonly code?: number;
  /** The size of the samples in the header. */
  readonly says?: (bytes: number) => number;
  readonly before?: Buffer;
  readonly after?: Buffer;
};

/** A WAV file of zeros. */
const wav = (options: Wav) => {
  const { seconds, rate = 4_000, channels = 1, bits = 8, code = 1, says = (bytes) => bytes } = options;
  const { before = Buffer.alloc(0), after = Buffer.alloc(0) } = options;
  const frame = (channels * bits) / 8;
  const bytes = Math.floor(seconds * rate) * frame;
  const header = Buffer.alloc(44);
  header.write('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(code, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * frame, 28);
  header.writeUInt16LE(frame, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36);
  header.writeUInt32LE(says(bytes), 40);
  return Buffer.concat([before, header, Buffer.alloc(bytes), after]);
};
const plan = (bytes: Buffer) => planParts(bytesReader(bytes), lengths);

const minutes = 14 * 60;

test('each part has the bytes of four minutes, 8 s before them and 5 s after them', async () => {
  const found = await plan(wav({ seconds: minutes, channels: 2, bits: 16 }));
  const second = 4_000 * 4;
  expect(found).toMatchObject({
    slices: [
      { from: 44, to: 44 + 245 * second },
      { from: 44 + 232 * second, to: 44 + 485 * second },
      { from: 44 + 472 * second, to: 44 + 725 * second },
      { from: 44 + 712 * second, to: 44 + 840 * second },
    ],
  });
});

test('the slices begin at whole samples of any format, and cover all of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 4_000, max: 4_400 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(8, 16, 24, 32),
      fc.integer({ min: 600, max: 900 }),
      async (rate, channels, bits, seconds) => {
        const bytes = wav({ rate, channels, bits, seconds });
        const found = await plan(bytes);
        if (!('slices' in found)) throw new Error(found.serially);
        const { slices } = found;
        for (const { from } of slices) expect(((from - 44) / ((channels * bits) / 8)) % rate).toBe(0);
        for (const [at, { from }] of slices.entries()) expect(from).toBeLessThan(slices[at - 1]?.to ?? 45);
        expect([slices[0]?.from, slices.at(-1)?.to]).toEqual([44, bytes.length]);
        const read = slices.reduce((sum, { from, to }) => sum + to - from, 0);
        expect(read).toBeLessThan(1.1 * bytes.length);
      },
    ),
    { numRuns: 10 },
  );
});

test('what follows the samples is in no slice, and tags before the file are skipped', async () => {
  const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10)]);
  const after = Buffer.from('LIST\x04\0\0\0abcd', 'latin1');
  const found = await plan(wav({ seconds: minutes, before: tag, after }));
  const { slices = [] } = 'slices' in found ? found : {};
  expect([slices[0]?.from, slices.at(-1)?.to]).toEqual([20 + 44, 20 + 44 + minutes * 4_000]);
});

test('zeros that fill up a sector behind the samples are in no slice', async () => {
  const found = await plan(wav({ seconds: minutes, after: Buffer.alloc(4_096) }));
  expect('slices' in found && found.slices.at(-1)?.to).toBe(44 + minutes * 4_000);
});

test('the last slice ends with the last sample of all channels, though the header counts some bytes more', async () => {
  const more = (bytes: number): number => bytes + 4;
  const odd = { seconds: minutes, channels: 2, bits: 24, says: more, after: Buffer.alloc(4) };
  const found = await plan(wav(odd));
  expect('slices' in found && found.slices.at(-1)?.to).toBe(44 + minutes * 4_000 * 6);
});

test.each([
  ['of eight minutes', { seconds: 480 }, 'short'],
  ['of float samples', { seconds: minutes, bits: 32, code: 3 }, 'format'],
  ['of ADPCM', { seconds: minutes, code: 2 }, 'format'],
  ['whose blocks are not its samples', { seconds: minutes, bits: 12 }, 'format'],
  ['that says more than it has', { seconds: minutes, says: (bytes: number) => bytes + 2_000 }, 'header'],
  [
    'that says less than it has',
    { seconds: minutes, says: (bytes: number) => bytes - 90_000, after: Buffer.alloc(9, 1) },
    'header',
  ],
  ['that does not say its length', { seconds: minutes, says: () => 0xffff_ffff }, 'header'],
  ['of no channels', { seconds: minutes, channels: 0, after: Buffer.alloc(9) }, 'header'],
  ['that another one follows', { seconds: minutes, after: wav({ seconds: 1 }) }, 'header'],
  ['that says it is empty', { seconds: minutes, says: () => 0 }, 'header'],
] as const)('a WAV file %s is cut as one', async (_, options, serially) => {
  expect(await plan(wav(options))).toEqual({ serially });
});

test('a WAV file of more than five hours is cut as one, which fails', async () => {
  const bytes = wav({ seconds: 1 });
  bytes.writeUInt32LE(5 * 3600 * 4_000 + 1, 40);
  expect(await plan(Buffer.concat([bytes, Buffer.alloc(5 * 3600 * 4_000)]))).toEqual({ serially: 'header' });
});

test('a format whose seeking is not exact is cut as one', async () => {
  expect(await plan(Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(1_000)]))).toEqual({
    serially: 'format',
  });
});

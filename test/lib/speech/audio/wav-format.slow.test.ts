import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { le16, le32, join as bytesOf, riffChunk } from '../../../support/hostile-bytes.ts';
import { wav as plainWav } from '../../../support/hostile-samples.ts';
import { samplesOf } from '../../../support/samples.ts';
import { ffmpegUnderTest, hasFfmpeg, needs } from '../../../support/speech.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();

type Filled = {
  readonly bits: number;
  readonly validBits: number;
  readonly channels?: number;
  readonly areFloats?: boolean;
};

const tone = Int16Array.from({ length: 32_000 }, (_, i) => Math.round(8000 * Math.sin(i / 8)));

/** A second or two of a tone. Its samples are padded with zero bits, as WAVE_FORMAT_EXTENSIBLE allows. */
const wav = ({ bits, validBits, channels = 1, areFloats = false }: Filled): Buffer => {
  const bytes = bits / 8;
  const samples = Buffer.alloc(tone.length * bytes);
  for (const [i, sample] of tone.entries()) {
    if (areFloats) samples.writeFloatLE(sample / 32_768, bytes * i);
    else samples.writeInt16LE(validBits === 8 ? sample & ~0xff : sample, bytes * (i + 1) - 2);
  }
  const format = [0xfffe, channels].map(le16);
  const sizes = [bytes * channels, bits, 22, validBits].map(le16);
  const guid = Buffer.from(`0${areFloats ? 3 : 1}00000000001000800000aa00389b71`, 'hex');
  const fmt = bytesOf(...format, le32(16_000), le32(16_000 * bytes * channels), ...sizes, le32(4), guid);
  return bytesOf('RIFF', le32(0), 'WAVE', riffChunk('fmt ', fmt), riffChunk('data', samples));
};

const decode = (file: Filled): Promise<Int16Array> => {
  writeFileSync(join(folder, 'in'), wav(file));
  return samplesOf(join(folder, 'in'), ffmpegUnderTest);
};

describe.skipIf(!hasFfmpeg)(`WAV samples that are narrower than their containers${needs.ffmpeg}`, () => {
  test.each([
    { bits: 32, validBits: 24 },
    { bits: 32, validBits: 24, channels: 2 },
    { bits: 32, validBits: 20 },
    { bits: 32, validBits: 16 },
    { bits: 24, validBits: 16 },
    { bits: 24, validBits: 20 },
    { bits: 32, validBits: 24, areFloats: true },
  ])('samples narrower than their containers are decoded as if they filled them: %o', async (file) => {
    const plain = { ...file, validBits: file.bits };
    expect(await decode(file)).toEqual(await decode(plain));
    expect((await decode(file)).length).toBe(32_000 / (file.channels ?? 1));
  });

  test('samples of 8 bits in 16 are decoded as if they filled them', async () => {
    const pcm = await decode({ bits: 16, validBits: 8 });
    expect(pcm.every((sample, i) => sample === ((tone[i] ?? 0) & ~0xff))).toBe(true);
  });

  test('samples follow each other as their bits say, even if a plain header has a larger block align', async () => {
    const lengthOf = async (align: number): Promise<number> => {
      writeFileSync(join(folder, 'in'), plainWav({ rate: 16_000, bits: 16, align }));
      return (await samplesOf(join(folder, 'in'), ffmpegUnderTest)).length;
    };
    expect(await lengthOf(4)).toBe(await lengthOf(2));
  });
});

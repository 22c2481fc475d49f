import { writeFileSync } from 'node:fs';
import { join as inFolder } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeAudio } from '#lib/speech/audio/decode.ts';
import type { Demuxer } from '#lib/speech/audio/sniff.ts';
import { assertRate } from '#lib/speech/audio/declared-rate.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';
import { join, le32, u32 } from '../../../support/hostile-bytes.ts';
import { aSampleASecond } from '../../../support/hostile-media.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();

const wav = (rate: number): Buffer =>
  join('RIFF....WAVELIST\x03\0\0\0abc\0fmt \x10\0\0\0\x01\0\x01\0', le32(rate), Buffer.alloc(60));
const bigWav = (rate: number): Buffer =>
  join('RIFX....WAVEfmt \0\0\0\x10\0\x01\0\x01', u32(rate), Buffer.alloc(60));
/** An 80-bit extended float, whose mantissa starts with an explicit one. */
const aiff = (rate: number): Buffer => {
  const exponent = rate === 0 ? 0 : Math.floor(Math.log2(rate));
  const number = Buffer.alloc(10);
  number.writeUInt16BE(rate === 0 ? 0 : 16_383 + exponent);
  number.writeBigUInt64BE(BigInt(Math.round((rate / 2 ** exponent) * 2 ** 32)) << 31n, 2);
  return join('FORM....AIFFCOMM\0\0\0\x12\0\x01\0\0\0\x64\0\x10', number, Buffer.alloc(60));
};
const flac = (rate: number): Buffer => {
  const twentyBits = Buffer.alloc(3);
  twentyBits.writeUIntBE(rate * 16, 0, 3);
  return join('fLaC\0\0\0\x22', Buffer.alloc(10), twentyBits, Buffer.alloc(60));
};

const judged = (demuxer: Demuxer, bytes: Buffer, start = 0): Promise<unknown> =>
  assertRate(bytesReader(bytes), { demuxer, start }).then(
    () => 'taken',
    (error: unknown) => error,
  );

const formats: [name: string, demuxer: Demuxer, of: (rate: number) => Buffer][] = [
  ['WAV', 'wav', wav],
  ['WAV with big numbers', 'wav', bigWav],
  ['AIFF', 'aiff', aiff],
  ['FLAC', 'flac', flac],
];

test('a small file whose low rate would make it hours long is refused before decoding', async () => {
  const file = inFolder(folder, 'in.wav');
  writeFileSync(file, aSampleASecond);
  const { signal } = new AbortController();
  const blocks = decodeAudio({ file, ffmpegPath: '/nonexistent/ffmpeg', signal });
  await expect(blocks.next()).rejects.toMatchObject({
    type: 'unsupported_audio_format',
    message: 'The audio has 1 samples a second; at least 4000 are needed.',
  });
});

describe.each(formats)('%s', (_, demuxer, of) => {
  test.each([1, 2, 3_999])('a sample rate of %i is refused with the minimum rate', async (rate) => {
    expect(await judged(demuxer, of(rate))).toMatchObject({
      name: 'JobFailure',
      type: 'unsupported_audio_format',
      message: `The audio has ${rate} samples a second; at least 4000 are needed.`,
    });
  });

  test.each([4_000, 8_000, 11_025, 44_100, 192_000])('a sample rate of %i is accepted', async (rate) => {
    expect(await judged(demuxer, of(rate))).toBe('taken');
  });

  test('a missing rate or half a header is left to the decoder', async () => {
    expect(await judged(demuxer, of(0))).toBe('taken');
    for (let length = 0; length < 40; length += 1)
      expect(await judged(demuxer, of(8_000).subarray(0, length))).toBe('taken');
  });

  test('the sample rate is read after ID3 tags', async () => {
    expect(await judged(demuxer, join('a tag', of(1)), 5)).toMatchObject({ name: 'JobFailure' });
  });
});

test.each([
  ['infinitely many', Buffer.from([0x7f, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0])],
  ['fewer than none', Buffer.alloc(10, 0xff)],
])('AIFF of %s samples a second is left to the decoder', async (_, number) => {
  const bytes = join('FORM....AIFFCOMM\0\0\0\x12\0\x01\0\0\0\x64\0\x10', number, Buffer.alloc(60));
  expect(await judged('aiff', bytes)).toBe('taken');
});

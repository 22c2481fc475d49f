import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { walkFrames } from '#lib/speech/audio/parts/mp3-frames.ts';
import { formats, makeFormat, missingEncoder } from '../../../support/audio-formats.ts';
import {
  aiffSaysTooLittle,
  half,
  noiseAtTheEnd,
  noiseInTheMiddle,
  sliceLost,
  sliceTwice,
  withoutLastBytes,
} from '../../../support/damage.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';
import { pictureTag } from '../../../support/mp3-tags.ts';
import { samplesOf } from '../../../support/samples.ts';
import { ffmpegUnderTest, hasFfmpeg, needs, recording } from '../../../support/speech.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();

const decodeFile = async (file: string): Promise<number> =>
  (await samplesOf(file, ffmpegUnderTest)).length / 16_000;
const decode = (bytes: Buffer): Promise<number> => {
  writeFileSync(join(folder, 'damaged'), bytes);
  return decodeFile(join(folder, 'damaged'));
};
const format = (name: string): (typeof formats)[number] => {
  const found = formats.find((one) => one.name === name);
  if (!found) throw new Error(`No format ${name}`);
  return found;
};
const fails = (cause: RegExp): unknown =>
  expect.objectContaining({ type: 'audio_unreadable', message: expect.stringMatching(cause) });

const of3s = /cut off: of the 3\.[0-2] s that its header promises, \d\.\d s can be read/;
const cutOff = /cut off: it can be read for \d\.\d s only/;

const withoutLastSecond = (bytes: Buffer): Buffer => bytes.subarray(0, -16_000);

const damages = [
  ['WAV pcm_s16le', half, of3s],
  ['WAV adpcm_ms, as telephones record', half, of3s],
  ['AIFF pcm_s16be', half, of3s],
  [
    'AIFF pcm_s16be',
    aiffSaysTooLittle,
    /damaged: its header says that it ends after 0\.\d s, but it goes on/,
  ],
  ['ASF wmav2', half, of3s],
  ['FLAC', half, of3s],
  ['FLAC', noiseInTheMiddle, /damaged|cut off/],
  ['MP3', half, of3s],
  ['MP3 with a variable rate', half, of3s],
  ['MP3 at 8 kHz (MPEG 2.5)', half, of3s],
  ['MP3 behind a picture', withoutLastSecond, of3s],
  ['OGG Vorbis', half, /cut off before any audio/],
  ['OGG Opus', half, cutOff],
  ['OGG Opus', noiseInTheMiddle, /damaged: parts of its container/],
  ['OGG Speex', half, cutOff],
  ['WebM Opus', half, of3s],
  ['WebM Opus', noiseInTheMiddle, /damaged: parts of its container/],
  ['M4A AAC, index at the end', half, /moov atom/],
  ['M4A AAC, index first', half, cutOff],
  ['M4A AAC, index first', noiseInTheMiddle, /damaged: \d+ packets/],
  ['MP4 in fragments', half, cutOff],
  ['MP4 in fragments', sliceTwice, /damaged: it can be read for 1\.\d s only/],
  ['MP4 in fragments', sliceLost, /damaged: it can be read for 1\.\d s only/],
  ['MP4 with video', half, /moov atom/],
] as const;

/** Interrupted recordings whose header has no length, and files that only lack their last bytes. */
const interrupted = [
  ['WebM live, without duration and cues', half],
  ['WAV whose header says 4294967295 bytes', half],
  ['WAV whose header says 0 bytes', half],
  ['FLAC of unknown length', half],
  ['MP3 without Xing', half],
  ['AAC ADTS', half],
  ['AAC LATM', half],
  ['MP3 without Xing', noiseAtTheEnd],
  ['AAC ADTS', noiseAtTheEnd],
  ['MP3', withoutLastBytes],
  ['WAV pcm_s16le', withoutLastBytes],
  ['FLAC', withoutLastBytes],
  ['WebM live, without duration and cues', withoutLastBytes],
] as const;

describe.skipIf(!hasFfmpeg)(`damaged files fail with their cause${needs.ffmpeg}`, () => {
  for (const [name, damage, cause] of damages) {
    test.skipIf(missingEncoder(format(name)))(
      `a damaged file fails with its cause: ${name}, ${damage.name}`,
      async () => {
        await expect(decode(damage(makeFormat(format(name), folder)))).rejects.toEqual(fails(cause));
      },
    );
  }
});

describe.skipIf(!hasFfmpeg)(`damaged files that were joined${needs.ffmpeg}`, () => {
  test.each(['WebM Opus', 'WebM live, without duration and cues'])(
    'joined WebM files fail if the last one is cut off, behind %s',
    async (name) => {
      const whole = makeFormat(format('WebM Opus'), folder);
      const files = [makeFormat(format(name), folder), half(whole)];
      await expect(decode(Buffer.concat(files))).rejects.toEqual(
        fails(/cut off: of the 6\.\d s that its header promises, 4\.\d s can be read/),
      );
    },
  );

  test('MP3 files of which one is damaged fail, though the tags between them are no damage', async () => {
    const whole = makeFormat(format('MP3 without Xing and tag'), folder);
    const tag = pictureTag(Buffer.alloc(1_000, 7));
    expect(await decode(Buffer.concat([tag, whole, tag, whole, tag, whole]))).toBeGreaterThan(8.9);
    const { at } = await walkFrames(bytesReader(whole), 0);
    const damaged = Buffer.from(whole);
    // Keeps layer, rate and lengths, but destroys the side information.
    for (const frame of at.slice(20, 30)) damaged.fill(0xff, frame + 4, frame + 36);
    const joined = Buffer.concat([tag, whole, tag, damaged, tag, whole]);
    await expect(decode(joined)).rejects.toEqual(fails(/damaged: \d+ packets/));
  });
});

describe.skipIf(!hasFfmpeg)(`interrupted recordings are decoded as far as they go${needs.ffmpeg}`, () => {
  for (const [name, damage] of interrupted) {
    test.skipIf(missingEncoder(format(name)))(
      `an interrupted recording is decoded as far as it goes: ${name}, ${damage.name}`,
      async () => {
        const decoded = await decode(damage(makeFormat(format(name), folder)));
        expect(decoded).toBeGreaterThan(damage === half ? 1.1 : 2.8);
      },
    );
  }
});

describe.skipIf(needs.recordings !== '')(`complete recordings${needs.recordings}`, () => {
  test('every shared recording counts as complete', async () => {
    for (const file of readdirSync(recording('.')).filter((name) => /\.(flac|ogg)$/.test(name))) {
      await expect(decodeFile(recording(file))).resolves.toBeGreaterThan(2);
    }
  });
});

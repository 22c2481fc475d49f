import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeAudio } from '#lib/speech/audio/decode.ts';
import { matroskaOf } from '../../../support/matroska.ts';
import { ffmpegUnderTest, hasFfmpeg, makeAudio, needs, tone } from '../../../support/speech.ts';
import { watchMemory } from '../../../support/watched-ffmpeg.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();

const second = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8000 * Math.sin(i / 8)));
const packetsPerSecond = 10;
const packetSamples = 16_000 / packetsPerSecond;

/** One second of sound at each of these start times (in seconds). */
const recorded = (...starts: readonly number[]): Buffer =>
  matroskaOf(
    starts.flatMap((start) =>
      Array.from({ length: packetsPerSecond }, (_, i) => ({
        atMs: start * 1000 + (i * 1000) / packetsPerSecond,
        pcm: second.slice(i * packetSamples, (i + 1) * packetSamples),
      })),
    ),
  );

const written = (bytes: Buffer): string => {
  const file = join(folder, 'in.mka');
  writeFileSync(file, bytes);
  return file;
};

/** The decoded length and its non-silent part, in seconds. */
const decode = async (file: string): Promise<{ seconds: number; sound: number }> => {
  const { signal } = new AbortController();
  let samples = 0;
  let sounding = 0;
  for await (const [block = new Int16Array()] of decodeAudio({ file, ffmpegPath: ffmpegUnderTest, signal })) {
    samples += block.length;
    for (let at = 0; at < block.length; at += 1) if (block[at] !== 0) sounding += 1;
  }
  return { seconds: samples / 16_000, sound: sounding / 16_000 };
};
const withinMs = 20;
const isNear = (value: number, wanted: number): boolean => Math.abs(value - wanted) * 1000 <= withinMs;

/** A file with two seconds of mono, three of stereo and two of mono. `before` are the inputs that precede them in the file. */
const changingChannels = (container: string, ...before: readonly string[]): string => {
  const parts = [
    ['1', 2],
    ['2', 3],
    ['1', 2],
  ] as const;
  const files = parts.map(([channels, seconds], i) =>
    makeAudio(join(folder, `part${i}.mp3`), ...tone(seconds), '-ar', '44100', '-ac', channels),
  );
  const list = join(folder, 'list');
  writeFileSync(list, files.map((file) => `file '${file}'\n`).join(''));
  const sound = ['-f', 'concat', '-safe', '0', '-i', list, '-c:a', 'copy', '-c:v', 'mjpeg'];
  return makeAudio(join(folder, `changing.${container}`), ...before, ...sound);
};

/** Video that starts two seconds before the audio. */
const picture = '-f lavfi -i color=s=64x64:r=5:d=9 -itsoffset 2'.split(' ');

describe.skipIf(!hasFfmpeg)(`timestamps${needs.ffmpeg}`, () => {
  test.each([
    ['without a gap', [0, 1, 2], 3],
    ['a muted speaker is silent for as long as he was muted', [0, 301, 302], 303],
    ['many short gaps', [0, 2, 4, 6, 8], 9],
    ['a gap of days, as after a clock change, is removed and not charged', [0, 300_000, 300_001], 3],
    ['a gap of three hours is removed, too', [0, 1, 10_800], 3],
    ['concatenated files that each start at 0 are decoded completely', [0, 1, 2, 0, 1, 2], 6],
    ['a clock that is set back again and again', [0, 500, 0, 500, 0, 500], 1503],
    ['a clock that runs backwards', [5, 4, 3, 2, 1, 0], 6],
    ['what begins late', [7, 8], 2],
  ])('a recording is decoded by its timestamps: %s', async (_, starts, wanted) => {
    const decoded = await decode(written(recorded(...starts)));
    expect(decoded).toSatisfy(({ seconds }) => isNear(seconds, wanted));
    expect(decoded).toSatisfy(({ sound }) => isNear(sound, starts.length));
  });

  test.each(['mkv', 'mp4', 'mov', 'asf'])(
    'audio that changes its channel count midway is decoded once: %s',
    async (container) => {
      expect((await decode(changingChannels(container))).seconds).toBeCloseTo(7, 0);
    },
  );

  test.each(['mkv', 'mov'])('audio that starts late is preceded by silence: %s', async (container) => {
    const { seconds, sound } = await decode(changingChannels(container, ...picture));
    expect(seconds - sound).toBeCloseTo(2, 0);
    expect(seconds).toBeCloseTo(9, 0);
  });

  test.each([
    ['webm', 'libopus'],
    ['webm', 'libvorbis'],
    ['mka', 'libopus'],
    ['wma', 'wmav2'],
    ['asf', 'wmav1'],
    ['ogg', 'libopus'],
  ])('the delay of a codec is no silence before the audio: %s, %s', async (container, codec) => {
    const rate = codec === 'libopus' ? '48000' : '44100';
    const file = makeAudio(join(folder, `late.${container}`), ...tone(3.217), '-ar', rate, '-c:a', codec);
    expect(await decode(file)).toSatisfy(({ seconds }) => isNear(seconds, 3.217));
  });

  test('filling any number of gaps takes little memory', async () => {
    const memory = watchMemory();
    const { seconds } = await decode(written(recorded(...Array.from({ length: 10 }, (_, i) => i * 1790))));
    memory.stop();
    expect(seconds).toBeCloseTo(9 * 1790 + 1, 1);
    expect(memory.peak()).toBeLessThan(300_000_000);
  });
});

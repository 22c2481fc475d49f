import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { channelsOf, samplesOf } from '../../../support/samples.ts';
import { ffmpegUnderTest, hasFfmpeg, makeAudio, needs, recording } from '../../../support/speech.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();

/** Decodes two seconds of tones at 300 Hz and 800 Hz. ffmpeg's pan filter distributes the tones to the channels. */
const decode = async (layout: string, output: string): Promise<Int16Array> => {
  const tones =
    '-f lavfi -i sine=frequency=300:duration=2:r=48000 -f lavfi -i sine=frequency=800:duration=2:r=48000';
  const filter = ['-filter_complex', `[0][1]amerge,pan=${layout}`];
  const file = makeAudio(join(folder, 'channels'), ...tones.split(' '), ...filter, ...output.split(' '));
  return samplesOf(file, ffmpegUnderTest);
};

/** The amplitude of a tone in `samples`. ffmpeg generates tones with amplitude 4095. */
const amplitude = (pcm: Int16Array, frequency: number): number => {
  let re = 0;
  let im = 0;
  const part = pcm.subarray(8_000, 24_000);
  part.forEach((sample, i) => {
    re += sample * Math.cos((2 * Math.PI * frequency * i) / 16_000);
    im += sample * Math.sin((2 * Math.PI * frequency * i) / 16_000);
  });
  return (2 * Math.hypot(re, im)) / part.length;
};

const pcm = '-c:a pcm_s16le -f wav';

describe.skipIf(!hasFfmpeg)(`channels${needs.ffmpeg}`, () => {
  test.each([
    ['WAV', pcm],
    ['MP3', '-c:a libmp3lame -f mp3'],
    ['AAC', '-c:a aac -f ipod'],
    ['Opus', '-c:a libopus -b:a 48k -f webm'],
    ['FLAC', '-c:a flac -f flac'],
  ])('stereo in opposite phase is decoded as loud as stereo in phase: %s', async (_, output) => {
    const decoded = await decode('stereo|c0=c0|c1=-1*c0', output);
    expect(amplitude(decoded, 300)).toBeGreaterThan(3500);
    expect(decoded.length / 16).toBeCloseTo(2000, -2);
  });

  test.each([
    ['one dead channel', 'stereo|c1=c0', 2],
    ['speech only behind the listener', '5.1|c4=c0', 6],
    ['speech only where the bass belongs', '5.1|c3=c0', 6],
    ['speech only at the side', '7.1|c7=c0', 8],
    ['eight microphones in no order', '8c|c5=c0', 8],
    ['sixteen microphones in no order', '16c|c15=c0', 16],
  ])('a signal on one channel is kept: %s', async (_, layout, channels) => {
    expect(amplitude(await decode(layout, pcm), 300)).toBeCloseTo(4095 / channels, -2);
  });

  test('a call with one speaker per channel keeps both speakers', async () => {
    const decoded = await decode('stereo|c0=c0|c1=c1', pcm);
    for (const frequency of [300, 800]) expect(amplitude(decoded, frequency)).toBeCloseTo(4095 / 2, -2);
  });

  test('the decoded length is exact to the sample for any number of channels', async () => {
    for (const layout of ['mono|c0=c0', 'stereo|c0=c0|c1=-1*c0', '5.1|c4=c0', '8c|c5=c0']) {
      expect(await decode(layout, `-ar 16000 ${pcm}`)).toHaveLength(32_000);
    }
  });

  test('the samples of a channel kept apart are those of the recording that was put on it', async () => {
    const people = ['en-quilter.flac', 'en-platforms.flac'].map(recording);
    const inputs = people.flatMap((file) => ['-i', file]);
    const alike = people.map((_, i) => `[${i}]aresample=16000,apad[c${i}]`).join(';');
    const filter = `${alike};anullsrc=r=16000:cl=mono[c2];[c0][c1][c2]join=inputs=3:channel_layout=3.0:map=0.0-FL|1.0-FR|2.0-FC`;
    const call = join(folder, 'call.wav');
    makeAudio(call, ...inputs, '-filter_complex', filter, '-t', '10', '-c:a', 'pcm_s16le');
    const channels = await channelsOf(call, { ffmpegPath: ffmpegUnderTest });
    for (const [channel, file] of people.entries()) {
      const alone = await samplesOf(file, ffmpegUnderTest);
      expect(channels[channel]?.subarray(0, alone.length)).toEqual(alone);
    }
    expect(channels.map(({ length }) => length)).toEqual([160_000, 160_000, 160_000]);
    expect(channels[2]?.every((sample) => sample === 0)).toBe(true);
  });
});

import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeAudio } from '#lib/speech/audio/decode.ts';
import { collect } from '../../../support/audio.ts';
import { silentSecond } from '../../../support/fake-ffmpeg.ts';
import { matroskaOf } from '../../../support/matroska.ts';
import { samplesOf } from '../../../support/samples.ts';
import { hasFfmpeg, makeAudio, needs, tone } from '../../../support/speech.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();
const path = (name: string): string => join(folder, name);
const toneFile = (name: string, ...args: string[]): string => makeAudio(path(name), ...tone(2), ...args);

// The decoder creates its temporary folders here.
process.env['TMPDIR'] = folder;
const leftovers = (): string[] => readdirSync(folder).filter((name) => name.startsWith('earshot-scratch-'));

type Options = { signal?: AbortSignal; ffmpegPath?: string; multichannel?: boolean };
const decode = (
  file: string,
  { signal = new AbortController().signal, ffmpegPath = 'ffmpeg', multichannel = false }: Options = {},
) => decodeAudio({ file, ffmpegPath, multichannel, signal });
const lengthMs = async (file: string, options: Options = {}): Promise<number> => {
  let samples = 0;
  for await (const block of decode(file, options)) samples += block[0]?.length ?? 0;
  return samples / 16;
};
const failure = (type: string, message: string): unknown =>
  expect.objectContaining({ type, message: expect.stringContaining(message) });

/** 16 kHz mono. The file is sparse, because it is hours long. */
const silentWav = (name: string, seconds: number): string => {
  const header = Buffer.from(
    'RIFF....WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data....',
    'latin1',
  );
  header.writeUInt32LE(seconds * 32_000, 40);
  const file = openSync(path(name), 'w');
  writeSync(file, header);
  ftruncateSync(file, header.length + seconds * 32_000);
  closeSync(file);
  return path(name);
};

describe.skipIf(!hasFfmpeg)(`decoding${needs.ffmpeg}`, () => {
  test('decoding returns the samples of the file', async () => {
    const file = toneFile('exact.wav', '-ar', '16000', '-bitexact');
    const { buffer } = await samplesOf(file);
    const pcm = Buffer.from(buffer);
    expect(pcm.equals(readFileSync(file).subarray(44))).toBe(true);
  });

  test('audio comes in blocks of a second, not of one packet each, which are dear to read', async () => {
    const seconds = 20;
    const blocks = await collect(decode(makeAudio(path('long.mp3'), ...tone(seconds))));
    expect(blocks.length).toBeLessThan(2 * seconds);
  });

  test('a video without sound fails for its missing audio track', async () => {
    const video = makeAudio(path('video.mp4'), '-f', 'lavfi', '-i', 'testsrc=d=1', '-c:v', 'mpeg4');
    await expect(lengthMs(video)).rejects.toEqual(failure('audio_unreadable', 'no audio track'));
  });

  test('noise after a valid header is unreadable', async () => {
    writeFileSync(path('noise.flac'), Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(5000, 7)]));
    await expect(lengthMs(path('noise.flac'))).rejects.toEqual(failure('audio_unreadable', 'damaged'));
  });

  test('99 ms of audio are too short, 100 ms are accepted', async () => {
    await expect(lengthMs(silentWav('short.wav', 1_599 / 16_000))).rejects.toEqual(
      failure('audio_too_short', '99 ms'),
    );
    await expect(lengthMs(silentWav('long-enough.wav', 0.1))).resolves.toBe(100);
  });

  test('five hours of audio are accepted, one second more is too long', async () => {
    await expect(lengthMs(silentWav('longest.wav', 5 * 3600))).resolves.toBe(5 * 3600 * 1000);
    await expect(lengthMs(silentWav('long.wav', 5 * 3600 + 1))).rejects.toEqual(
      failure('audio_too_long', '5 hours'),
    );
  });

  test('eight channels apart of more than two and a half hours are too long', async () => {
    const file = path('late.mka');
    const ffmpegPath = path('late-ffmpeg');
    writeFileSync(file, matroskaOf([]));
    // The silence before a late start counts towards the length, but needs no decoder.
    writeFileSync(ffmpegPath, `#!/bin/sh\necho 9000.000000 >&2\n${silentSecond(8)}`, { mode: 0o755 });
    const length = lengthMs(file, { ffmpegPath, multichannel: true });
    await expect(length).rejects.toEqual(failure('audio_too_long', '8 channels'));
  });

  test('a playlist named like an audio file cannot open other files', async () => {
    toneFile('neighbour.wav');
    writeFileSync(
      path('list.mp3'),
      `ID3\x03\0\0\0\0\0\0#EXTM3U\n#EXTINF:2,\n${path('neighbour.wav')}\n`,
      'latin1',
    );
    await expect(lengthMs(path('list.mp3'))).rejects.toEqual(failure('audio_unreadable', 'damaged'));
  });

  test('a file name that looks like an option is not taken for one', async () => {
    copyFileSync(toneFile('plain.wav'), path('-y concat:x.wav'));
    await expect(lengthMs(path('-y concat:x.wav'))).resolves.toBeGreaterThan(1900);
  });

  test('aborting ends decoding with the reason of the signal', async () => {
    const abort = new AbortController();
    const blocks = decode(silentWav('abort.wav', 3600), { signal: abort.signal });
    await blocks.next();
    abort.abort(new Error('the lease is lost'));
    await expect(collect(blocks)).rejects.toThrow('the lease is lost');
  });

  test('leaving the loop early stops ffmpeg and removes the temporary folder', async () => {
    for await (const block of decode(silentWav('leave.wav', 3600))) {
      expect(block).toHaveLength(1);
      expect(leftovers()).toHaveLength(1);
      break;
    }
    expect(leftovers()).toEqual([]);
  });

  test('a missing ffmpeg is an error, but not a failure of the file', async () => {
    const blocks = decode(toneFile('fine.wav'), { ffmpegPath: '/nowhere/ffmpeg' });
    await expect(collect(blocks)).rejects.toThrow('ffmpeg could not be started');
  });
});

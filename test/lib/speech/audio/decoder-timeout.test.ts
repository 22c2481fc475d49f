import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { decodeAudio } from '#lib/speech/audio/decode.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { secondOfSilence } from '../../../support/fake-ffmpeg.ts';
import { matroskaOf } from '../../../support/matroska.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();
afterEach(() => {
  // This must come first: a spy on fake timers would restore the fake timers.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The failure of decoding a file with this shell script instead of ffmpeg. */
const outcomeOf = async (script: string, bytes: string | Buffer = 'RIFF....WAVE'): Promise<unknown> => {
  const file = join(folder, 'in.wav');
  const ffmpegPath = join(folder, 'ffmpeg');
  writeFileSync(file, bytes);
  writeFileSync(ffmpegPath, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const blocks = decodeAudio({ file, ffmpegPath, signal: new AbortController().signal });
  return blocks.next().catch((error: unknown) => error);
};

test.each([
  ['handles the signal and exits', 'exit 255'],
  ['dies of it', 'kill -s XCPU $$'],
])('a file that takes too much processor time is unreadable: the decoder %s', async (_, script) => {
  expect(await outcomeOf(script)).toMatchObject({
    type: 'audio_unreadable',
    message: expect.stringContaining('too long to decode'),
  });
});

test('the decoder is limited to five minutes of processor time', async () => {
  expect(await outcomeOf('test "$(ulimit -S -t)" = 300 && exit 255')).toMatchObject({
    message: expect.stringContaining('too long to decode'),
  });
});

test('a decoder without processor time is an error that is retried, not a failure of the file', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failing = outcomeOf('exec sleep 1000');
  await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 10_000 });
  await vi.advanceTimersByTimeAsync(600_000);
  const failure = await failing;
  expect(failure).toMatchObject({ message: 'ffmpeg got too little of the processor' });
  expect(failure).not.toBeInstanceOf(JobFailure);
});

test('the audio starts at the first block if the decoder ends without printing the start time', async () => {
  const silent = `${secondOfSilence}sleep 0.2; head -c 3200 /dev/zero`;
  expect(await outcomeOf(silent, matroskaOf([]))).toMatchObject({ done: false });
});

test('a decoder that keeps running without printing the start time is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const failing = outcomeOf(`${secondOfSilence}exec sleep 1000`, matroskaOf([]));
  await vi.waitUntil(() => timers.mock.calls.some(([, ms]) => ms === 60_000), { timeout: 10_000 });
  await vi.advanceTimersByTimeAsync(60_000);
  const failure = await failing;
  expect(failure).toMatchObject({ message: 'ffmpeg did not print the start time of the audio' });
  expect(failure).not.toBeInstanceOf(JobFailure);
  expect(vi.getTimerCount()).toBe(0);
});

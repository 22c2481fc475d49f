import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { decodeAudio } from '#lib/audio/decode.ts';
import { matroskaOf } from '../../support/matroska.ts';
import { ffmpegUnderTest, hasFfmpeg, needs } from '../../support/speech.ts';
import { watchMemory } from '../../support/watched-ffmpeg.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestamps-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const second = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8000 * Math.sin(i / 8)));
const packetsPerSecond = 10;
const packetSamples = 16_000 / packetsPerSecond;

/** A second of sound from each of these seconds on. */
const recorded = (...starts: readonly number[]): Buffer =>
  matroskaOf(
    starts.flatMap((start) =>
      Array.from({ length: packetsPerSecond }, (_, i) => ({
        atMs: start * 1000 + (i * 1000) / packetsPerSecond,
        pcm: second.slice(i * packetSamples, (i + 1) * packetSamples),
      })),
    ),
  );

/** How long it lasts, and for how long it is not silent, in seconds. */
const decode = async (bytes: Buffer): Promise<{ seconds: number; sound: number }> => {
  const file = join(folder, 'in.mka');
  writeFileSync(file, bytes);
  const { signal } = new AbortController();
  let [samples, sounding] = [0, 0];
  for await (const block of decodeAudio({ file, ffmpegPath: ffmpegUnderTest, signal })) {
    samples += block.length;
    for (let at = 0; at < block.length; at += 1) if (block[at] !== 0) sounding += 1;
  }
  return { seconds: samples / 16_000, sound: sounding / 16_000 };
};
const withinMs = 20;
const isNear = (value: number, wanted: number): boolean => Math.abs(value - wanted) * 1000 <= withinMs;

describe.skipIf(!hasFfmpeg)(`the clock of a file${needs.ffmpeg}`, () => {
  test.each([
    ['without a gap', [0, 1, 2], 3],
    ['a muted speaker is silent for as long as he was muted', [0, 301, 302], 303],
    ['many short gaps', [0, 2, 4, 6, 8], 9],
    ['a gap of days is a clock that was set: it is neither heard nor charged', [0, 300_000, 300_001], 3],
    ['three hours are too', [0, 1, 10_800], 3],
    ['files one behind the other, of which each begins at 0, are heard whole', [0, 1, 2, 0, 1, 2], 6],
    ['a clock that is set back again and again', [0, 500, 0, 500, 0, 500], 1503],
    ['a clock that runs backwards', [5, 4, 3, 2, 1, 0], 6],
    ['what begins late', [7, 8], 2],
  ])('%s', async (_, starts, wanted) => {
    const heard = await decode(recorded(...starts));
    expect(heard).toSatisfy(({ seconds }) => isNear(seconds, wanted));
    expect(heard).toSatisfy(({ sound }) => isNear(sound, starts.length));
  });

  test('filling gaps takes little memory, however many there are', { timeout: 180_000 }, async () => {
    const memory = watchMemory();
    const { seconds } = await decode(recorded(...Array.from({ length: 10 }, (_, i) => i * 1790)));
    memory.stop();
    expect(seconds).toBeCloseTo(9 * 1790 + 1, 1);
    expect(memory.peak()).toBeLessThan(300_000_000);
  });
});

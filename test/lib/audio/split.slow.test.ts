import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chunk, splitAudio } from '#lib/audio/split.ts';
import { anySound, inBlocks, soundAndSilence } from '../../support/audio.ts';
import { speechModels } from '#lib/engines/models.ts';

const lengths = speechModels['moonshine-tiny'].segments;

const split = async (
  pcm: Int16Array,
  ...blockSizes: number[]
): Promise<{ chunks: Chunk[]; audioMs: number }> => {
  const found = splitAudio(inBlocks(pcm, ...blockSizes), { vad: anySound, lengths });
  const chunks: Chunk[] = [];
  for (;;) {
    const { done, value } = await found.next();
    if (done) return { chunks, audioMs: value };
    chunks.push(value);
  }
};
const fiveSentences = soundAndSilence(3_000, 2_000, 3_000, 2_000, 3_000, 2_000, 3_000, 2_000, 3_000, 1_234);
const twoMinutes = soundAndSilence(...Array.from({ length: 24 }, () => [8_000, 1_500]).flat());

test('the spans of the chunks tile the file from 0 to its end, silence included', async () => {
  const { chunks, audioMs } = await split(twoMinutes);
  expect(audioMs).toBe(twoMinutes.length / 16);
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, i) => i));
  expect(chunks.map(({ startMs }) => startMs)).toEqual([0, ...chunks.slice(0, -1).map(({ endMs }) => endMs)]);
  expect(chunks.at(-1)?.endMs).toBe(audioMs);
});

test('a chunk has at least 30 s of speech, and little more', async () => {
  const { chunks } = await split(twoMinutes);
  for (const { segments } of chunks.slice(0, -1)) {
    const speechMs = segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    expect(speechMs).toBeGreaterThanOrEqual(30_000);
    expect(speechMs).toBeLessThan(45_000);
  }
});

test('a chunk of sparse speech ends after a minute', async () => {
  const { chunks } = await split(
    soundAndSilence(...Array.from({ length: 10 }, () => [2_000, 18_000]).flat()),
  );
  expect(chunks.map(({ segments }) => segments.length)).toEqual([4, 4, 2]);
});

test('segments carry the samples of the file from their pad on', async () => {
  const { chunks } = await split(fiveSentences);
  for (const { startMs, padMs, pcm } of chunks.flatMap(({ segments }) => segments)) {
    const from = (startMs - padMs) * 16;
    expect(pcm).toEqual(fiveSentences.slice(from, from + pcm.length));
  }
});

test('times are those of the speech', async () => {
  const { chunks } = await split(fiveSentences);
  const segments = chunks.flatMap((chunk) => chunk.segments);
  expect(segments.map(({ startMs }) => Math.round(startMs / 1000))).toEqual([0, 5, 10, 15, 20]);
  expect(segments.map(({ endMs }) => Math.round(endMs / 1000))).toEqual([3, 8, 13, 18, 23]);
});

test('silence yields no chunk, but its length', async () => {
  expect(await split(new Int16Array(16_000 * 3))).toEqual({ chunks: [], audioMs: 3_000 });
  expect(await split(new Int16Array())).toEqual({ chunks: [], audioMs: 0 });
});

test('the result does not depend on how the audio arrives', async () => {
  const whole = await split(fiveSentences);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 5 }),
      async (sizes) => {
        fc.pre(Math.max(...sizes) > 200);
        expect(await split(fiveSentences, ...sizes)).toEqual(whole);
      },
    ),
    { numRuns: 10 },
  );
});

test('memory stays flat: an hour leaves no more behind than five minutes', async () => {
  const minute = soundAndSilence(9_000, 1_000, 9_000, 11_000, 9_000, 1_000, 9_000, 11_000);
  async function* minutes(count: number): AsyncGenerator<Int16Array> {
    for (let i = 0; i < count; i += 1) yield minute;
  }
  const peakAfter = async (count: number): Promise<number> => {
    let peak = 0;
    for await (const _ of splitAudio(minutes(count), { vad: anySound, lengths })) {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    }
    return peak;
  };
  const few = await peakAfter(5);
  expect((await peakAfter(60)) - few).toBeLessThan(64 * 1024 * 1024);
});

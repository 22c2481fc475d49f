import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSpeech, type SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { type Chunk, type ChunkLengths, splitAudio } from '#lib/speech/audio/split.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { anySound, inBlocks, soundAndSilence } from '../../../support/audio.ts';

const { chunks: chunkLengths, segments: lengths } = speechModels['moonshine-tiny'];

const splitBlocks = async (
  blocks: AsyncIterable<Int16Array>,
  wanted: ChunkLengths = chunkLengths,
): Promise<{ chunks: Chunk[]; audioMs: number }> => {
  const found = splitAudio(blocks, wanted);
  const chunks: Chunk[] = [];
  for (;;) {
    const { done, value } = await found.next();
    if (done) return { chunks, audioMs: value };
    chunks.push({ ...value, pcm: value.pcm.slice() });
  }
};
const split = (pcm: Int16Array, ...blockSizes: number[]) => splitBlocks(inBlocks(pcm, ...blockSizes));
const speechOf = async (chunks: readonly Chunk[]): Promise<SpeechSegment[]> => {
  const found: SpeechSegment[] = [];
  for (const chunk of chunks) found.push(...(await findSpeech(chunk, { voiceActivity: anySound, lengths })));
  return found;
};

const fiveSentences = soundAndSilence(3_000, 2_000, 3_000, 2_000, 3_000, 2_000, 3_000, 2_000, 3_000, 1_234);
const twoMinutes = soundAndSilence(...Array.from({ length: 24 }, () => [8_000, 1_500]).flat());
/** Sound and silence of random lengths, up to a minute and a half. */
const anyTurns = fc
  .array(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 10 })
  .map((turns) => soundAndSilence(...turns));

test('the spans of the chunks cover any file without gaps or overlaps', async () => {
  await fc.assert(
    fc.asyncProperty(anyTurns, async (pcm) => {
      const { chunks, audioMs } = await split(pcm);
      expect(audioMs).toBe(pcm.length / 16);
      expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, i) => i));
      expect([0, ...chunks.map(({ endMs }) => endMs)]).toEqual([
        ...chunks.map(({ startMs }) => startMs),
        audioMs,
      ]);
    }),
    { numRuns: 30 },
  );
});

test('each chunk but the last has the requested length and is cut in a pause', async () => {
  const { chunks } = await split(twoMinutes);
  expect(chunks.length).toBeGreaterThanOrEqual(3);
  for (const { startMs, endMs } of chunks.slice(0, -1)) {
    expect(endMs - startMs).toBeGreaterThanOrEqual(chunkLengths.minMs - 32);
    expect(endMs - startMs).toBeLessThanOrEqual(chunkLengths.maxMs);
    expect(endMs % 9_500).toBeGreaterThan(8_000);
  }
});

test('a chunk carries the samples of its span, 2 s before it and 1.5 s after it', async () => {
  const { chunks } = await split(twoMinutes);
  for (const { startMs, endMs, leadMs, pcm } of chunks) {
    expect(leadMs).toBe(Math.min(startMs, 2_048));
    const tailMs = Math.min(twoMinutes.length / 16 - endMs, 1_536);
    expect(pcm).toEqual(twoMinutes.slice(16 * (startMs - leadMs), 16 * (endMs + tailMs)));
  }
});

test('all sound is in exactly one segment for any chunk borders', async () => {
  const lengthsOfChunks = fc
    .tuple(fc.integer({ min: 100, max: 20_000 }), fc.integer({ min: 100, max: 20_000 }))
    .map(([minMs, more]) => ({ minMs, maxMs: minMs + more }));
  await fc.assert(
    fc.asyncProperty(anyTurns, lengthsOfChunks, async (pcm, wanted) => {
      const { chunks } = await splitBlocks(inBlocks(pcm, 30_000), wanted);
      const segments = await speechOf(chunks);
      let coveredTo = 0;
      for (const { startMs, endMs, padMs, pcm: segment } of segments) {
        const from = 16 * (startMs - padMs);
        expect(from).toBeGreaterThanOrEqual(coveredTo);
        coveredTo = from + segment.length;
        expect(coveredTo).toBeGreaterThanOrEqual(16 * endMs);
        expect(segment.every((sample, i) => sample === pcm[from + i])).toBe(true);
      }
      const isHeard = (ms: number): boolean =>
        segments.some(({ startMs, endMs }) => startMs <= ms && ms <= endMs);
      const whole = { index: 0, startMs: 0, endMs: pcm.length / 16, leadMs: 0, pcm };
      const sounding = (await speechOf([whole]))
        .flatMap(({ startMs, endMs }) => [startMs + 1, Math.round((startMs + endMs) / 2), endMs - 33])
        .filter((ms) => pcm.subarray(16 * ms, 16 * ms + 16).some((sample) => sample !== 0));
      expect(sounding.filter((ms) => !isHeard(ms))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test('segment times are those of the speech in the file', async () => {
  const segments = await speechOf((await split(fiveSentences)).chunks);
  expect(segments.map(({ startMs }) => Math.round(startMs / 1000))).toEqual([0, 5, 10, 15, 20]);
  expect(segments.map(({ endMs }) => Math.round(endMs / 1000))).toEqual([3, 8, 13, 18, 23]);
});

test('silence has no speech segments, but its length is reported', async () => {
  const { chunks, audioMs } = await split(new Int16Array(16_000 * 3));
  expect(audioMs).toBe(3_000);
  expect(await speechOf(chunks)).toEqual([]);
  expect(await split(new Int16Array())).toEqual({ chunks: [], audioMs: 0 });
});

test('the chunks do not depend on the block size of the input', async () => {
  const whole = await split(twoMinutes);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 700_000 }), { minLength: 1, maxLength: 5 }),
      async (sizes) => {
        fc.pre(Math.max(...sizes) > 2_000);
        expect(await split(twoMinutes, ...sizes)).toEqual(whole);
      },
    ),
    { numRuns: 10 },
  );
});

test('an hour of audio uses no more memory than five minutes', async () => {
  const minute = soundAndSilence(9_000, 1_000, 9_000, 11_000, 9_000, 1_000, 9_000, 11_000);
  const minutes = async function* (count: number): AsyncGenerator<Int16Array> {
    for (let i = 0; i < count; i += 1) yield minute;
  };
  const peakAfter = async (count: number): Promise<number> => {
    let peak = 0;
    for await (const _ of splitAudio(minutes(count), chunkLengths)) {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    }
    return peak;
  };
  const few = await peakAfter(5);
  expect((await peakAfter(60)) - few).toBeLessThan(64 * 1024 * 1024);
});

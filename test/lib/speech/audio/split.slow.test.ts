import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hearSpeech, type SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import type { AudioBlock } from '#lib/speech/audio/pcm.ts';
import type { Chunk, ChunkLengths } from '#lib/speech/audio/chunk.ts';
import { splitAudio } from '#lib/speech/audio/split.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { anySound, inBlocks, soundAndSilence } from '../../../support/audio.ts';

const { chunks: chunkLengths, segments: lengths } = speechModels['moonshine-tiny'];

const splitBlocks = async (
  blocks: AsyncIterable<AudioBlock>,
  wanted: ChunkLengths = chunkLengths,
  multichannel = false,
): Promise<{ chunks: Chunk[]; audioMs: number }> => {
  const found = splitAudio(blocks, wanted, { multichannel });
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
  for (const chunk of chunks) found.push(...(await hearSpeech(chunk, anySound)).segments(lengths));
  return found;
};

const fiveSentences = soundAndSilence(3_000, 2_000, 3_000, 2_000, 3_000, 2_000, 3_000, 2_000, 3_000, 1_234);
const twoMinutes = soundAndSilence(...Array.from({ length: 24 }, () => [8_000, 1_500]).flat());
/** Sound and silence of random lengths, up to a minute and a half. */
const anyTurns = (minSoundMs = 1) =>
  fc
    .array(fc.tuple(fc.integer({ min: minSoundMs, max: 10_000 }), fc.integer({ min: 1, max: 10_000 })), {
      minLength: 1,
      maxLength: 5,
    })
    .map((turns) => soundAndSilence(...turns.flat()));
/**
 * The shortest sound that is always detected. For a shorter one, the result depends on its position in a frame, and a chunk may
 * start anywhere in a frame.
 */
const minSpeechMs = 128;

test('the spans of the chunks cover any file without gaps or overlaps', async () => {
  await fc.assert(
    fc.asyncProperty(anyTurns(), async (pcm) => {
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
    fc.asyncProperty(anyTurns(minSpeechMs), lengthsOfChunks, async (pcm, wanted) => {
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
      const whole = { index: 0, channel: null, startMs: 0, endMs: pcm.length / 16, leadMs: 0, pcm };
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

/** Appends silence to the shorter channels, so that all have the same length. */
const equallyLong = (channels: readonly Int16Array[]): Int16Array[] => {
  const length = Math.max(...channels.map((pcm) => pcm.length));
  return channels.map((pcm) => {
    const padded = new Int16Array(length);
    padded.set(pcm);
    return padded;
  });
};
const sideBySide = async function* (
  channels: readonly Int16Array[],
  size: number,
): AsyncGenerator<AudioBlock> {
  for (let at = 0; at < (channels[0]?.length ?? 0); at += size)
    yield channels.map((pcm) => pcm.subarray(at, at + size));
};
/** Comparing samples one by one is slow. */
const withHash = ({ pcm, ...chunk }: Chunk) => ({
  ...chunk,
  pcm: createHash('sha1').update(pcm).digest('hex'),
});

test('each channel is cut as if it were alone in the file, and the chunks of all are numbered in one row', async () => {
  const anyFile = fc.array(anyTurns(), { minLength: 1, maxLength: 8 }).map(equallyLong);
  await fc.assert(
    fc.asyncProperty(anyFile, fc.integer({ min: 5_000, max: 500_000 }), async (channels, size) => {
      const { chunks, audioMs } = await splitBlocks(sideBySide(channels, size), chunkLengths, true);
      expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, i) => i));
      for (const [number, pcm] of channels.entries()) {
        const own = chunks.filter(({ channel }) => channel === number);
        const alone = await split(pcm, 30_000);
        expect(own.map((chunk, index) => withHash({ ...chunk, index, channel: null }))).toEqual(
          alone.chunks.map(withHash),
        );
        expect(alone.audioMs).toBe(audioMs);
      }
      const countedMs = chunks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
      expect(countedMs).toBe(audioMs * channels.length);
    }),
    { numRuns: 15 },
  );
});

test('a mix has no channel, and the only channel of a mono file is channel 0', async () => {
  const blocks = () => inBlocks(fiveSentences, 30_000);
  const channelsOf = ({ chunks }: { chunks: Chunk[] }) => new Set(chunks.map(({ channel }) => channel));
  expect(channelsOf(await splitBlocks(blocks()))).toEqual(new Set([null]));
  expect(channelsOf(await splitBlocks(blocks(), chunkLengths, true))).toEqual(new Set([0]));
});

test.each([
  ['an hour of eight channels', 60, 8],
  ['five hours of two channels', 300, 2],
])('%s uses no more memory than five minutes', async (_, minutes, channels) => {
  const minute = soundAndSilence(9_000, 1_000, 9_000, 11_000, 9_000, 1_000, 9_000, 11_000);
  const seconds = async function* (count: number): AsyncGenerator<AudioBlock> {
    for (let i = 0; i < count; i += 1) {
      const second = minute.subarray((i % 60) * 16_000, (1 + (i % 60)) * 16_000);
      yield Array.from({ length: channels }, () => second);
    }
  };
  const peakAfter = async (count: number): Promise<number> => {
    let peak = 0;
    const chunks = splitAudio(seconds(60 * count), chunkLengths, { multichannel: true });
    while ((await chunks.next()).done !== true) peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    return peak;
  };
  const few = await peakAfter(5);
  expect((await peakAfter(minutes)) - few).toBeLessThan(64 * 1024 * 1024);
});

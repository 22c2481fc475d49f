import { expect, test } from 'vitest';
import { speechByProbability } from '#lib/speech/audio/find-speech.ts';
import { frameMs, frameSamples } from '#lib/speech/audio/pcm.ts';

const lengths = { targetMs: 10_000, maxMs: 15_000, gapMs: 350 };

/** From 60.0 s to 70.005 s of a file, with two seconds before it and one second behind it. Each sample tells its position. */
const chunk = {
  startMs: 60_000,
  endMs: 70_005,
  leadMs: 64 * frameMs,
  pcm: Int16Array.from({ length: 16 * (64 * frameMs + 10_005 + 1_000) }, (_, i) => i % 10_007),
};
const frames = Math.ceil(chunk.pcm.length / frameSamples);
const inChunk = (ms: number): number => ms - chunk.startMs + chunk.leadMs;

/** The speech of the chunk if a voice sounds in these spans of the file, which are whole frames of the chunk. */
const heard = (...voices: readonly (readonly [startMs: number, endMs: number])[]) =>
  speechByProbability(
    chunk,
    Array.from({ length: frames }, (_, i) =>
      voices.some(([from, to]) => i * frameMs >= inChunk(from) && i * frameMs < inChunk(to)) ? 0.9 : 0.05,
    ),
  );
const spans = (speech: ReturnType<typeof heard>, within?: { startMs: number; endMs: number }) =>
  speech.segments(lengths, within).map(({ startMs, endMs }) => [startMs, endMs]);

test('speech has the times of the file, and its samples begin as much earlier as it says', () => {
  const [one, ...others] = heard([62_048, 64_000]).segments(lengths);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ startMs: 62_048, endMs: 64_000, padMs: 200 });
  expect(one?.voiced).toEqual([{ startMs: 62_048, endMs: 64_000 }]);
  expect(one?.pcm.length).toBe(16 * (200 + 1_952 + 200));
  expect(one?.pcm[0]).toBe(chunk.pcm[16 * inChunk(62_048 - 200)]);
});

test('speech across the start and the end of a chunk is heard up to them, without sound of its neighbours', () => {
  const [first, last] = heard([59_008, 61_024], [68_000, 70_976]).segments(lengths);
  expect(first).toMatchObject({ startMs: 60_000, endMs: 61_024, padMs: 0 });
  expect(first?.pcm[0]).toBe(chunk.pcm[16 * chunk.leadMs]);
  expect(last).toMatchObject({ startMs: 68_000, endMs: 70_005 });
  expect(last?.pcm.length).toBe(16 * (200 + 2_005));
});

test('speech before and behind a chunk belongs to its neighbours', () => {
  expect(spans(heard([58_496, 59_904], [70_144, 71_008]))).toEqual([]);
});

test('speech within a part of a chunk ends at the borders of the part', () => {
  const speech = heard([60_992, 63_008], [64_000, 66_016], [67_008, 69_024]);
  expect(spans(speech, { startMs: 62_016, endMs: 65_024 })).toEqual([
    [62_016, 63_008],
    [64_000, 65_024],
  ]);
  expect(spans(speech, { startMs: 0, endMs: 62_016 })).toEqual([[60_992, 62_016]]);
  expect(spans(speech, { startMs: 68_000, endMs: 90_000 })).toEqual([[68_000, 69_024]]);
});

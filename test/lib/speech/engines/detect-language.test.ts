import { expect, test } from 'vitest';
import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import type { DetectOptions } from '#lib/speech/engines/engine.ts';
import { languageDetector } from '#lib/speech/engines/detect-language.ts';

const stretchOf = (seconds: number): SpeechSegment => ({
  startMs: 0,
  endMs: 1_000 * seconds,
  padMs: 0,
  pcm: new Int16Array(16_000 * seconds),
  voiced: [],
});

/** A detector with a scripted probability for each length in seconds. Records the lengths that it gets. */
const detectorOf = (probability: (seconds: number) => number) => {
  const heard: number[] = [];
  const asked: DetectOptions[] = [];
  const detector = languageDetector(
    async ({ length }, options) => {
      const seconds = length / 16_000;
      heard.push(seconds);
      asked.push(options);
      return { language: 'en', probability: probability(seconds) };
    },
    { languageHints: [] },
  );
  return { ...detector, heard, asked };
};

test('a stretch is heard once at a glance, and no longer where that is sure', async () => {
  const { glance, detect, heard } = detectorOf(() => 0.9);
  const stretch = stretchOf(8);
  expect(await glance(stretch)).toEqual(await detect(stretch));
  await detect(stretch);
  expect(heard).toEqual([2]);
});

test.each([
  [15, [2, 10]],
  [5, [2, 5]],
  [1.5, [1.5]],
])('of an unsure stretch of %d s ten seconds are heard', async (seconds, expected) => {
  const { glance, detect, heard } = detectorOf((of) => (of > 2 ? 0.95 : 0.8));
  const stretch = stretchOf(seconds);
  expect((await glance(stretch)).probability).toBe(0.8);
  expect((await detect(stretch)).probability).toBe(seconds > 2 ? 0.95 : 0.8);
  expect(heard).toEqual(expected);
});

test('a stretch is heard thoroughly even where a glance is sure of its language', async () => {
  const { detect, thoroughly, heard } = detectorOf((of) => (of > 2 ? 0.6 : 0.9));
  const stretch = stretchOf(5);
  expect((await detect(stretch)).probability).toBe(0.9);
  expect((await thoroughly(stretch)).probability).toBe(0.6);
  expect(heard).toEqual([2, 5]);
});

test('beside a neighbour ten seconds of a stretch are heard, for which that language is likelier', async () => {
  const { beside, detect, heard, asked } = detectorOf(() => 0.9);
  await detect(stretchOf(15));
  await beside(stretchOf(15), 'de');
  expect(heard).toEqual([2, 10]);
  expect(asked).toEqual([{ languageHints: [] }, { languageHints: [], languageBefore: 'de' }]);
});

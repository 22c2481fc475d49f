import { expect, test } from 'vitest';
import { segment, spoken, type Answer, recognizeAll, multilingual } from '../../../support/recognize-all.ts';
import { recognition } from '../../../support/scripted-engine.ts';

/** In the first pass only the first three words, then "the rest" of what is left. */
const early: Answer = (seconds) =>
  seconds === 8
    ? recognition('one two three', { language: 'de' })
    : spoken('the rest', seconds, { language: 'en' });

test('the rest is recognized as a segment of its own, in its own language', async () => {
  const hints: (readonly string[])[] = [];
  const { segments, ...figures } = await recognizeAll(
    (seconds, options) => {
      hints.push(options.languageHints);
      return early(seconds, options);
    },
    [segment],
    multilingual,
  );
  expect(segments.map(({ text, language }) => [text, language])).toEqual([
    ['one two three', 'de'],
    ['the rest', 'en'],
  ]);
  // The word "three" starts at 20,200 ms and has five letters.
  expect(segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [20_000, 20_400],
    [20_400, 27_600],
  ]);
  expect(hints).toEqual([[], []]);
  expect(figures).toEqual({ speechMs: 7_600, unrecognizedMs: 0, foreignMs: 0 });
});

test('a last word that lasts until the end of the audio is cut to a plausible length', async () => {
  const words = [{ text: 'rain.', startMs: 1_000, endMs: 8_000, confidence: 0.9 }];
  const { segments } = await recognizeAll((seconds) =>
    seconds === 8 ? { ...recognition('rain.'), words } : spoken('the rest', seconds),
  );
  const endMs = 20_000 - 200 + 1_000 + 150 + 4 * 100;
  expect(segments[0]).toMatchObject({ endMs, words: [{ text: 'rain.', endMs }] });
  expect(segments[1]).toMatchObject({ text: 'the rest', startMs: endMs });
});

test('silence after the last word is no rest', async () => {
  let calls = 0;
  const pcm = segment.pcm.map((sample, i) => (i < 16_000 ? sample : sample >> 10));
  const { segments } = await recognizeAll(
    (seconds, options) => {
      calls += 1;
      return early(seconds, options);
    },
    [{ ...segment, pcm }],
  );
  expect(calls).toBe(1);
  expect(segments).toMatchObject([{ text: 'one two three', endMs: 27_600 }]);
});

test('a text is continued at most four times', async () => {
  let calls = 0;
  await recognizeAll(() => {
    calls += 1;
    return recognition('so');
  });
  expect(calls).toBe(5);
});

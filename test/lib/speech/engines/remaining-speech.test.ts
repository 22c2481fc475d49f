import { expect, test } from 'vitest';
import { segment, spoken, type Answer, recognizeAll, multilingual } from '../../../support/recognize-all.ts';
import { recognition } from '../../../support/scripted-engine.ts';

/** The first pass recognizes only the first three words, and the second pass recognizes "the rest" in the remaining audio. */
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

test('a last word that lasts until the end of the audio is cut where it likely ends, as the next one may begin there', async () => {
  const words = [{ text: 'rain.', startMs: 1_000, endMs: 8_000, confidence: 0.9 }];
  const { segments } = await recognizeAll((seconds) =>
    seconds === 8 ? { ...recognition('rain.'), words } : spoken('the rest', seconds),
  );
  const endMs = 20_000 - 200 + 1_000 + 0.6 * (150 + 4 * 100);
  expect(segments[0]).toMatchObject({ endMs, words: [{ text: 'rain.', endMs }] });
  expect(segments[1]).toMatchObject({ text: 'the rest', startMs: endMs });
});

test('speech behind a pause after the last word is a segment that begins after the end of the one before', async () => {
  const pcm = segment.pcm.map((sample, i) => (i > 9_000 && i < 42_000 ? sample >> 10 : sample));
  const { segments } = await recognizeAll(early, [{ ...segment, pcm }]);
  expect(segments.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['one two three', 20_000, 22_220],
    ['the rest', 22_420, 27_600],
  ]);
});

test('silence after the last word is not recognized again', async () => {
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

const at = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs, confidence: 0.9 });
/** The text of eight seconds with only the first two words and the last word, so that it skips the words between them. */
const skipping = recognition('so first last', {
  words: [at('so', 0, 200), at('first', 200, 700), at('last', 7_600, 8_000)],
});

test('speech that a text skips between two words is recognized, with what follows it', async () => {
  const { segments, ...figures } = await recognizeAll((seconds) => {
    if (seconds === 8) return skipping;
    return spoken(seconds < 2 ? 'so first' : 'the skipped last', seconds);
  });
  // The word "first" ends at 20,500 ms.
  expect(segments.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['so first', 20_000, 20_500],
    ['the skipped last', 20_500, 27_600],
  ]);
  expect(figures).toEqual({ speechMs: 7_600, unrecognizedMs: 0, foreignMs: 0 });
});

test('speech that a text skips behind its first word is recognized before that word, which alignment places too early', async () => {
  const words = [at('first', 200, 700), at('last', 7_600, 8_000)];
  const { segments, ...figures } = await recognizeAll((seconds) => {
    if (seconds === 8) return recognition('first last', { words });
    return spoken(seconds > 6 ? 'the skipped' : 'first last', seconds);
  });
  // The word "last" starts at 27,400 ms, and "first" likely lasts 390 ms.
  expect(segments.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['the skipped', 20_000, 27_010],
    ['first last', 27_010, 27_600],
  ]);
  expect(figures).toEqual({ speechMs: 7_600, unrecognizedMs: 0, foreignMs: 0 });
});

test('skipped speech that is not understood is told as such, and the text stays whole', async () => {
  const { segments, ...figures } = await recognizeAll((seconds) =>
    seconds === 8 ? skipping : recognition('', { meanLogProb: -2 }),
  );
  expect(segments.map(({ text }) => text)).toEqual(['so first last']);
  // The word "last" starts at 27,400 ms.
  expect(figures).toEqual({ speechMs: 7_600, unrecognizedMs: 6_900, foreignMs: 0 });
});

test('all speech that a text skips is told, before and after words in its middle', async () => {
  const words = [at('first', 200, 700), at('then', 4_000, 4_300), at('last', 7_600, 8_000)];
  const { unrecognizedMs } = await recognizeAll((seconds) =>
    seconds === 8 ? recognition('first then last', { words }) : recognition('', { meanLogProb: -2 }),
  );
  expect(unrecognizedMs).toBe(3_300 + 3_300);
});

test('a pause between two words is no skipped speech', async () => {
  let calls = 0;
  const pcm = segment.pcm.map((sample, i) => (12_000 < i && i < 120_000 ? sample >> 10 : sample));
  const { unrecognizedMs } = await recognizeAll(() => {
    calls += 1;
    return skipping;
  }, [{ ...segment, pcm }]);
  expect([calls, unrecognizedMs]).toEqual([1, 0]);
});

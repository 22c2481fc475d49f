import { describe, expect, test } from 'vitest';
import type { Recognition } from '#lib/speech/engines/engine.ts';
import { recognizeSegments } from '#lib/speech/engines/recognize.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';
import {
  segment,
  sound,
  shortened,
  spoken,
  type Abilities,
  recognizeAll,
  multilingual,
  spansOf,
  figuresOf,
} from '../../../support/recognize-all.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';

test('segments are returned in order with times of the file', async () => {
  const moved = { startMs: 40_000, endMs: 47_600 };
  const later = { ...segment, ...moved, voiced: [moved] };
  const recognized = await recognizeAll((seconds) => spoken('hello there', seconds), [segment, later]);
  expect(spansOf(recognized)).toEqual([
    ['hello there', 20_000, 27_600],
    ['hello there', 40_000, 47_600],
  ]);
  expect(figuresOf(recognized)).toEqual({ speechMs: 15_200, unrecognizedMs: 0, foreignMs: 0 });
});

test('speech that was cut within a word has no echo of it', async () => {
  const { segments } = await recognizeAll(() => recognition('It, it, it, it.'), [shortened(450)]);
  expect(segments.map(({ text, words }) => [text, words.length])).toEqual([['It', 1]]);
});

test('the confidence of words has three digits', async () => {
  const words = [{ text: 'one', startMs: 7_700, endMs: 8_000, confidence: 0.98765 }];
  const { segments } = await recognizeAll(() => ({ ...recognition('one'), words }));
  expect(segments[0]?.words.map(({ confidence }) => confidence)).toEqual([0.988]);
});

test('words have times of the file within the speech', async () => {
  const { segments } = await recognizeAll((seconds) => spoken('one two three', seconds), [shortened(1_000)]);
  expect(segments[0]?.words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [20_000, 20_040],
    [20_040, 20_200],
    [20_700, 21_000],
  ]);
});

test('a word beyond the end of the speech is moved into it, before the next words', async () => {
  const words = ['one', 'two', 'three'].map((text) => ({
    text,
    startMs: 9_000,
    endMs: 9_100,
    confidence: 1,
  }));
  const { segments } = await recognizeAll(() => ({ ...recognition('one two three'), words }));
  expect(segments[0]?.words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [27_480, 27_520],
    [27_520, 27_560],
    [27_560, 27_600],
  ]);
});

test('words are not returned to a caller who did not ask for them', async () => {
  const engine = scriptedEngine((pcm) => spoken('hello', pcm.length / 16_000));
  const { segments } = await recognizeSegments(engine, [segment], { ...ask, words: false });
  expect(segments).toMatchObject([{ text: 'hello', words: [] }]);
});

test('an abort ends recognition', async () => {
  const aborted = { ...ask, signal: AbortSignal.abort(new Error('the lease is lost')) };
  const engine = scriptedEngine(() => recognition('never'));
  await expect(recognizeSegments(engine, [segment], aborted)).rejects.toThrow('the lease is lost');
});

describe('hallucinations', () => {
  const loop = 'thank you bye now thank you bye now thank you bye now';
  test.each<[string, Recognition, Abilities?]>([
    ['a text without an end', recognition('and so on', { complete: false })],
    ['four words repeated three times', recognition(loop)],
    ['no text', recognition(''), multilingual],
    ['an unlikely text', recognition('larena semblance', { meanLogProb: -1.2 }), multilingual],
  ])('a segment is recognized in halves, cut at the quietest moment: %s', async (_, lost, abilities) => {
    const recognized = await recognizeAll(
      (seconds) => (seconds > 6 ? lost : spoken(`${seconds.toFixed(1)} s`, seconds)),
      [segment],
      abilities,
    );
    expect(spansOf(recognized)).toEqual([
      ['3.7 s', 20_000, 23_544],
      ['4.3 s', 23_544, 27_600],
    ]);
    expect(figuresOf(recognized)).toEqual({ speechMs: 7_600, unrecognizedMs: 0, foreignMs: 0 });
  });

  test('a segment is halved at most twice, then its loop is cut after the first round', async () => {
    let calls = 0;
    const span = { startMs: 20_000, endMs: 51_600 };
    const pcm = Int16Array.from({ length: 32 * 16_000 }, (_, i) => sound(i));
    const long = { ...segment, ...span, pcm, voiced: [span] };
    const { segments } = await recognizeAll(() => {
      calls += 1;
      return recognition(loop);
    }, [long]);
    expect(calls).toBe(1 + 2 + 4);
    expect(segments.map(({ text }) => text)).toEqual(new Array(4).fill('thank you bye now'));
  });

  test('a short segment is not halved', async () => {
    const { segments } = await recognizeAll(() => recognition(loop), [shortened(1_600)]);
    expect(segments.map(({ text }) => text)).toEqual(['thank you bye now']);
  });

  test('halves keep the language of the whole', async () => {
    const languages: (string | undefined)[] = [];
    await recognizeAll(
      (seconds, { language }) => {
        languages.push(language);
        return spoken(seconds > 6 ? loop : 'gut', seconds, { language: 'de' });
      },
      [segment],
      multilingual,
    );
    expect(languages).toEqual([undefined, 'de', 'de']);
  });
});

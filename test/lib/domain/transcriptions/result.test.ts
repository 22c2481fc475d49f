import { expect, test } from 'vitest';
import type { Segment } from '#lib/domain/transcriptions/chunk-text.ts';
import { mergeResult } from '#lib/domain/transcriptions/result.ts';

const segment = (text: string, startMs: number, language = 'en'): Segment => ({
  startMs,
  endMs: startMs + 1_000,
  text,
  translatedText: null,
  language,
  meanLogProb: -0.1,
  words: [],
});

test('the transcript has every segment in spoken order', () => {
  const { transcript, segments } = mergeResult([segment('One.', 0), segment('Two.', 2_000)], null);
  expect(transcript).toBe('One. Two.');
  expect(segments.map(({ startMs }) => startMs)).toEqual([0, 2_000]);
});

test('silence is an empty transcript without a language', () => {
  expect(mergeResult([], null)).toEqual({
    transcript: '',
    translatedText: null,
    detectedLanguages: [],
    segments: [],
  });
});

test('languages are ordered by their share of the spoken time', () => {
  const segments = [
    segment('Hola.', 0, 'es'),
    segment('One.', 2_000),
    segment('Two.', 4_000),
    segment('Six.', 6_000),
  ];
  expect(mergeResult(segments, null).detectedLanguages).toEqual([
    { language: 'en', share: 0.75 },
    { language: 'es', share: 0.25 },
  ]);
});

test('each segment has its translation, and the whole translation is all of them in spoken order', () => {
  const result = mergeResult([segment('One.', 0), segment('Two.', 2_000)], ['Uno.', 'Dos.']);
  expect(result.translatedText).toBe('Uno. Dos.');
  expect(result.segments.map(({ translatedText }) => translatedText)).toEqual(['Uno.', 'Dos.']);
});

test('a job without translation shows none, also when the engine translated', () => {
  const result = mergeResult([{ ...segment('Hola.', 0, 'es'), translatedText: 'Hello.' }], null);
  expect(result.translatedText).toBeNull();
  expect(result.segments[0]?.translatedText).toBeNull();
});

import { expect, test } from 'vitest';
import type { Segment } from '#lib/transcriptions/chunk-text.ts';
import { mergeResult } from '#lib/transcriptions/result.ts';

const segment = (text: string, startMs: number, language = 'en'): Segment => ({
  startMs,
  endMs: startMs + 1_000,
  text,
  translatedText: null,
  language,
  tokens: 4,
  meanLogProb: -0.1,
  words: [],
});

test('the transcript is every segment in spoken order', () => {
  const { transcript, segments } = mergeResult([segment('One.', 0), segment('Two.', 2_000)], null);
  expect(transcript).toBe('One. Two.');
  expect(segments.map(({ startMs }) => startMs)).toEqual([0, 2_000]);
});

test('silence is an empty transcript, with no language', () => {
  expect(mergeResult([], null)).toEqual({
    transcript: '',
    translatedText: null,
    detectedLanguages: [],
    segments: [],
  });
});

test('languages come by their share of the spoken time', () => {
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

test('speech already in the wanted language is its own translation', () => {
  const result = mergeResult([segment('One.', 0)], { type: 'one_way', target_language: 'en-GB' });
  expect(result.translatedText).toBe('One.');
  expect(result.segments[0]?.translatedText).toBe('One.');
});

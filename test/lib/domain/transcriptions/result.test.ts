import { joinSpeech } from '#lib/speech/engines/join-speech.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Segment } from '#lib/domain/transcriptions/chunk-text.ts';
import { inSpokenOrder, mergeResult } from '#lib/domain/transcriptions/result.ts';
import { understood } from '../../../support/scripted-speech.ts';

const segment = (text: string, startMs: number, language = 'en'): Segment => ({
  channel: null,
  startMs,
  endMs: startMs + 1_000,
  text,
  translatedText: null,
  language,
  languageConfidence: null,
  model: 'moonshine-tiny',
  meanLogProb: -0.1,
  words: [],
});

/** The result of chunks with this recognized speech. */
const resultOf = (segments: readonly Segment[], translations: readonly string[] | null) =>
  mergeResult(joinSpeech([chunkOf(segments)]), translations);
const chunkOf = (segments: readonly Segment[]) => ({ ...understood(segments), segments: [...segments] });

test('the transcript has every segment in spoken order', () => {
  const { transcript, segments } = resultOf([segment('One.', 0), segment('Two.', 2_000)], null);
  expect(transcript).toBe('One. Two.');
  expect(segments.map(({ startMs }) => startMs)).toEqual([0, 2_000]);
});

test('silence is an empty transcript without a language', () => {
  expect(resultOf([], null)).toEqual({
    transcript: '',
    translatedText: null,
    languageConfidence: null,
    detectedLanguages: [],
    models: [],
    segments: [],
    speechMs: 0,
    unrecognizedMs: 0,
  });
});

test('languages are ordered by their share of the spoken time', () => {
  const segments = [
    segment('Hola.', 0, 'es'),
    segment('One.', 2_000),
    segment('Two.', 4_000),
    segment('Six.', 6_000),
  ];
  expect(resultOf(segments, null).detectedLanguages).toEqual([
    { language: 'en', share: 0.75 },
    { language: 'es', share: 0.25 },
  ]);
});

test('each segment has its translation, and the whole translation is all of them in spoken order', () => {
  const result = resultOf([segment('One.', 0), segment('Two.', 2_000)], ['Uno.', 'Dos.']);
  expect(result.translatedText).toBe('Uno. Dos.');
  expect(result.segments.map(({ translatedText }) => translatedText)).toEqual(['Uno.', 'Dos.']);
});

test('a job without translation shows none, also when the engine translated', () => {
  const result = resultOf([{ ...segment('Hola.', 0, 'es'), translatedText: 'Hello.' }], null);
  expect(result.translatedText).toBeNull();
  expect(result.segments[0]?.translatedText).toBeNull();
});

test('a segment has the mean probability of its tokens and of its language, in three digits', () => {
  const sure = { ...segment('One.', 0), meanLogProb: Math.log(0.87654), languageConfidence: 0.98765 };
  expect(resultOf([sure, segment('Two.', 2_000)], null).segments).toMatchObject([
    { confidence: 0.877, languageConfidence: 0.988 },
    { confidence: 0.905, languageConfidence: null },
  ]);
});

test('a job has the confidence in its most spoken language, weighted by the length of the speech', () => {
  const spoken = (endMs: number, language: string, languageConfidence: number | null) => ({
    ...segment('One.', 0, language),
    endMs,
    languageConfidence,
  });
  const segments = [
    spoken(3_000, 'en', 1),
    spoken(1_000, 'en', 0.6),
    spoken(9_000, 'en', null),
    spoken(500, 'es', 0),
  ];
  expect(resultOf(segments, null).languageConfidence).toBe(0.9);
});

test('the speech of all chunks adds up, and what no text covers', () => {
  const missed = { ...chunkOf([segment('One.', 0)]), speechMs: 3_000, unrecognizedMs: 2_000, foreignMs: 500 };
  const speech = joinSpeech([missed, chunkOf([segment('Two.', 9_000)]), missed]);
  expect(speech).toMatchObject({ speechMs: 7_000, unrecognizedMs: 4_000, foreignMs: 1_000 });
  expect(mergeResult(speech, null)).toMatchObject({
    transcript: 'One. Two. One.',
    speechMs: 7_000,
    unrecognizedMs: 4_000,
  });
});

const anySpoken = fc.array(fc.record({ channel: fc.nat(7), startMs: fc.nat(20), id: fc.nat() }));

test('segments of any channels are merged by time, then by channel, and none is lost', () => {
  fc.assert(
    fc.property(anySpoken, (spoken) => {
      const merged = inSpokenOrder(spoken);
      const ranks = merged.map(({ startMs, channel }) => 8 * startMs + channel);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      expect(new Set(merged)).toEqual(new Set(spoken));
    }),
  );
});

test('segments of a mix keep their order, also those that start at the same time', () => {
  const mix = [segment('One.', 0), segment('Two.', 0), segment('Three.', 0)];
  expect(inSpokenOrder(mix)).toEqual(mix);
});

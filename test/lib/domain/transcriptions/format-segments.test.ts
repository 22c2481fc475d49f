import { expect, test } from 'vitest';
import { formatSegments, formatTranslations } from '#lib/domain/transcriptions/format-segments.ts';
import type { Segment } from '#lib/domain/transcriptions/chunk-text.ts';

const segment = (text: string, startMs: number, channel: number | null = null): Segment => ({
  ...{ channel, startMs, endMs: startMs + 1_000, text, language: 'en' },
  ...{ translatedText: null, languageConfidence: null, meanLogProb: -0.1 },
  words: text.split(' ').map((word, i) => ({
    text: word,
    startMs: startMs + 100 * i,
    endMs: startMs + 100 * i + 90,
    confidence: 0.9,
  })),
});

test('a job is one text in sentences, in its segments and words alike', () => {
  const [first, second] = formatSegments([segment('so i said', 0), segment('The end', 1_500)]);
  expect([first?.text, second?.text]).toEqual(['So I said', 'the end.']);
  expect(second?.words).toEqual([
    { text: 'the', startMs: 1_500, endMs: 1_590, confidence: 0.9 },
    { text: 'end.', startMs: 1_600, endMs: 1_690, confidence: 0.9 },
  ]);
});

test('a translation is in sentences of its own, and copied speech stays as it is', () => {
  const segments = formatSegments([segment('one', 0), segment('two', 1_500)]);
  const texts = ['uno', 'two.'];
  expect(formatTranslations(segments, { texts, languages: ['es', 'en'] })).toEqual(['Uno', 'two.']);
});

test('channels are texts of their own, also where one person interrupts another', () => {
  const segments = [segment('so i said', 0, 0), segment('well', 900, 1), segment('The end', 1_500, 0)];
  const spoken = formatSegments(segments);
  expect(spoken.map(({ channel, text }) => [channel, text])).toEqual([
    [0, 'So I said'],
    [1, 'Well.'],
    [0, 'the end.'],
  ]);
  const texts = ['así dije', 'bueno', 'El fin'];
  expect(formatTranslations(spoken, { texts, languages: ['es', 'es', 'es'] })).toEqual(
    formatTranslations([spoken[0] ?? segment('', 0), spoken[2] ?? segment('', 0)], {
      texts: ['así dije', 'El fin'],
      languages: ['es', 'es'],
    }).toSpliced(1, 0, 'Bueno.'),
  );
});

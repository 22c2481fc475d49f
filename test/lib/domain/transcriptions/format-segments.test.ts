import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatSegments as format,
  formatTranslations as formatTexts,
  redactBorders,
  redactSegments,
} from '#lib/domain/transcriptions/format-segments.ts';
import type { Segment } from '#lib/domain/transcriptions/chunk-text.ts';
import { erasedRequest } from '#lib/domain/transcriptions/transcription.ts';

const segment = (text: string, startMs: number, channel: number | null = null): Segment => ({
  channel,
  startMs,
  endMs: startMs + 1_000,
  text,
  language: 'en',
  model: 'moonshine-tiny',
  translatedText: null,
  languageConfidence: null,
  meanLogProb: -0.1,
  words: text.split(' ').map((word, i) => ({
    text: word,
    startMs: startMs + 100 * i,
    endMs: startMs + 100 * i + 90,
    confidence: 0.9,
  })),
});

const formatSegments = (segments: readonly Segment[], options = {}) =>
  format(segments, { ...erasedRequest, ...options });
const formatTranslations = (
  segments: readonly Segment[],
  translations: Parameters<typeof formatTexts>[1],
  options = {},
) => formatTexts(segments, translations, { ...erasedRequest, ...options });

test('a job is one text in sentences, in its segments and words alike', () => {
  const [first, second] = formatSegments([segment('so i said', 0), segment('The end', 1_500)]);
  expect([first?.text, second?.text]).toEqual(['So I said', 'the end.']);
  expect(second?.words).toEqual([
    { text: 'the', startMs: 1_500, endMs: 1_590, confidence: 0.9 },
    { text: 'end.', startMs: 1_600, endMs: 1_690, confidence: 0.9 },
  ]);
});

test('no digit of a number stays in any segment of the chunk before or behind', () => {
  const texts = [
    ['You can call me on oh one seven', 'two five five five'],
    ['zero one', 'two three', 'and ask.'],
  ];
  const chunks = texts.map((own, chunk) => ({
    segments: redactSegments(
      own.map((text, i) => segment(text, 9_000 * chunk + 1_500 * i)),
      ['phone_number'],
    ),
    speechMs: 0,
    unrecognizedMs: 0,
    foreignMs: 0,
  }));
  const segments = redactBorders(chunks, ['phone_number']).flatMap((one) => one.segments);
  expect(segments.map(({ text, words }) => [text, words.map((word) => word.text).join(' ')])).toEqual(
    [
      'You can call me on [PHONE_NUMBER]',
      ...['[PHONE_NUMBER]', '[PHONE_NUMBER]', '[PHONE_NUMBER]'],
      'and ask.',
    ].map((text) => [text, text]),
  );
});

test('a translation is in sentences of its own, and copied speech stays as it is', () => {
  const segments = formatSegments([segment('one', 0), segment('two', 1_500)]);
  const texts = ['uno', 'two.'];
  expect(formatTranslations(segments, { texts, languages: ['es', 'en'] })).toEqual(['Uno.', 'two.']);
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

test('a number that goes on in another segment is redacted, though another channel speaks between', () => {
  const half = 'four two four two four two four two';
  const segments = [segment(`it is ${half}`, 0, 0), segment('one moment', 900, 1), segment(half, 1_500, 0)];
  const spoken = formatSegments(segments, { redact: ['card_number'] });
  expect(spoken.map(({ text }) => text)).toEqual(['It is [CARD_NUMBER]', 'One moment.', '[CARD_NUMBER].']);
  expect(spoken[2]?.words).toEqual([
    { text: '[CARD_NUMBER].', startMs: 1_500, endMs: 2_290, confidence: 0.9 },
  ]);
});

test('a number is redacted in a translation, too', () => {
  const segments = formatSegments([segment('hola', 0)]);
  const texts = ['Mi tarjeta: 4242 4242 4242 4242.'];
  expect(formatTranslations(segments, { texts, languages: ['es'] }, { redact: ['card_number'] })).toEqual([
    'Mi tarjeta: [CARD_NUMBER].',
  ]);
});

test('numbers are written in digits and fillers left out, in text, words and translation alike', () => {
  const formatting = { numerals: 'digits', fillers: 'remove' };
  const segments = [
    segment('um, pay twenty five dollars', 0),
    segment('Uh.', 1_500),
    segment('um thanks.', 2_500),
  ];
  const spoken = formatSegments(segments, { formatting });
  expect(spoken.map(({ text }) => text)).toEqual(['Pay $25', 'thanks.']);
  expect(spoken[0]?.words.map(({ text }) => text)).toEqual(['Pay', '$25']);
  const texts = ['So, um, twenty five.', 'thanks.'];
  expect(formatTranslations(spoken, { texts, languages: ['en', 'en'] }, { formatting })).toEqual([
    'So 25.',
    'thanks.',
  ]);
});

test('a number that digits or a removed filler complete is redacted', () => {
  const options = { formatting: { numerals: 'digits', fillers: 'remove' }, redact: ['card_number'] };
  const text = 'four two four two er four two four two hmm forty-two forty-two 4242';
  expect(formatSegments([segment(text, 0)], options)[0]?.text).toBe('[CARD_NUMBER].');
});

test('the words spell the text of their segment in order, however it is written', () => {
  const word = fc.constantFrom(
    ...[
      'um',
      'Um,',
      'uh.',
      'so',
      'i',
      "i'm",
      'twenty',
      'five',
      'dollars,',
      'percent.',
      'one',
      'and',
      'The',
      'end.',
    ],
    ...[
      '4242',
      '4242,',
      'four',
      'two',
      'double',
      'john',
      'at',
      'dot',
      'com',
      'a@b.de',
      'call',
      '0301234567',
      'Mr.',
    ],
  );
  const texts = fc.array(
    fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
    { maxLength: 4 },
  );
  const options = {
    formatting: { numerals: 'digits', fillers: 'remove' },
    redact: ['card_number', 'email', 'phone_number', 'iban', 'us_ssn'],
  };
  fc.assert(
    fc.property(texts, (given) => {
      const heard = given.map((text, i) => segment(text, 1_500 * i));
      for (const { text, words, startMs } of formatSegments(heard, options)) {
        expect(words.map((one) => one.text).join(' ')).toBe(text);
        const times = [startMs, ...words.flatMap((one) => [one.startMs, one.endMs])];
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 500 },
  );
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstWordsOf, mergeResult } from '#lib/domain/transcriptions/result.ts';

const stored = (transcript: string): Buffer =>
  Buffer.from(
    JSON.stringify({ ...mergeResult({ segments: [], speechMs: 0, unrecognizedMs: 0 }, null), transcript }),
  );

test('a short text is shown whole', () => {
  expect(firstWordsOf(stored('It was "the best" of\ntimes.'))).toBe('It was "the best" of\ntimes.');
});

test('a long text ends after a whole word', () => {
  const words = firstWordsOf(stored('wisdom '.repeat(1_000)).subarray(0, 800));
  expect(words).toBe(`${'wisdom '.repeat(17).trimEnd()}…`);
});

test('wherever the object is cut, what is shown is how the text begins', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(
    fc.property(text, fc.nat(900), (transcript, bytes) => {
      const words = firstWordsOf(stored(transcript).subarray(0, bytes));
      expect(transcript.startsWith(words.replace(/…$/, '').trimEnd())).toBe(true);
    }),
  );
});

test('a character of two code units is left out whole', () => {
  expect(firstWordsOf(stored(`${'漢'.repeat(119)}𠮷野家`))).toBe(`${'漢'.repeat(119)}…`);
});

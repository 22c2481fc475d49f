import { expect, test } from 'vitest';
import { assertFormatting } from '#lib/domain/transcriptions/formatting.ts';
import { erasedRequest, type SpeechRequest } from '#lib/domain/transcriptions/transcription.ts';

const request = (changes: Partial<SpeechRequest>): SpeechRequest => ({ ...erasedRequest, ...changes });
const digits = { numerals: 'digits', fillers: 'keep' } as const;
const clean = { numerals: 'as_spoken', fillers: 'remove' } as const;

test.each([
  ['numerals', request({ formatting: digits, languageHints: ['de', 'fr'] }), ['en', 'de', 'fr']],
  ['numerals', request({ formatting: digits }), ['de']],
  ['fillers', request({ formatting: clean, languageHints: ['th'] }), ['en', 'th']],
])('%s of languages without rules are refused', (field, asked, languages) => {
  expect(() => assertFormatting(asked, languages)).toThrow(
    expect.objectContaining({
      type: 'invalid_request',
      details: expect.objectContaining({
        fields: [expect.objectContaining({ path: `formatting.${field}`, rule: 'supported_language' })],
      }),
    }),
  );
});

test.each([
  [request({ languageHints: ['th'] }), ['en', 'th']],
  [request({ formatting: digits }), ['en', 'th']],
  [request({ formatting: digits, languageHints: ['th', 'en-US'] }), ['en', 'th']],
  [request({ formatting: clean, languageHints: ['de'] }), ['en', 'de']],
  [request({ formatting: clean, languageHints: ['nb'] }), ['nb', 'no', 'th']],
])('formatting is accepted if one of the languages has rules', (asked, languages) => {
  expect(() => assertFormatting(asked, languages)).not.toThrow();
});

import { expect, test } from 'vitest';
import { translatedInto } from '../../console/transcript/translated-into.ts';

test.each([
  [{ type: 'one_way', target_language: 'de' }, 'en', 'de'],
  [{ type: 'two_way', language_a: 'en', language_b: 'de' }, 'de', 'en'],
  [{ type: 'two_way', language_a: 'en-GB', language_b: 'de' }, 'en', 'de'],
  [{ type: 'two_way', language_a: 'en', language_b: 'de' }, 'fr', 'en'],
  [{ type: 'two_way', language_a: 'en', language_b: 'de' }, null, 'en'],
  [null, 'en', undefined],
] as const)('the translation by %j of a text in %s is read out in %s', (translation, spoken, language) => {
  expect(translatedInto(translation, spoken)).toBe(language);
});

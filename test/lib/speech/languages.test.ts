import { expect, test } from 'vitest';
import { canonicalLanguage, primaryLanguage } from '#lib/speech/languages.ts';

test.each([
  ['EN-us', 'en-US'],
  ['zh-hans-cn', 'zh-Hans-CN'],
  ['iw', 'he'],
])('%s is canonically %s', (tag, canonical) => {
  expect(canonicalLanguage(tag)).toBe(canonical);
});

test.each(['', 'e', 'en_US', 'en-', '-en', 'English language', 'en--US'])('%j is not a BCP-47 tag', (tag) => {
  expect(canonicalLanguage(tag)).toBeUndefined();
});

test('the primary language of a regional variety is the language itself', () => {
  expect(primaryLanguage('pt-BR')).toBe('pt');
});

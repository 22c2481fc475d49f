import { expect, test } from 'vitest';
import { canonicalLanguage, primaryLanguage } from '#lib/speech/languages.ts';

test.each([
  ['EN-us', 'en-US'],
  ['zh-hans-cn', 'zh-Hans-CN'],
  ['iw', 'he'],
])('%s is canonically %s', (tag, canonical) => {
  expect(canonicalLanguage(tag)).toBe(canonical);
});

test.each(['', 'e', 'en_US', 'en-', '-en', 'English language', 'en--US'])('%j is no BCP-47 tag', (tag) => {
  expect(canonicalLanguage(tag)).toBeUndefined();
});

test('a regional variety is its language', () => {
  expect(primaryLanguage('pt-BR')).toBe('pt');
});

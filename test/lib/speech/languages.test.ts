import { expect, test } from 'vitest';
import {
  canonicalLanguage,
  isKnownLanguage,
  isWrittenAlike,
  primaryLanguage,
} from '#lib/speech/languages.ts';

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

test.each(['und', 'und-US', 'UND-Latn', 'xx', 'english'])('%s is the tag of no language', (tag) => {
  expect(isKnownLanguage(tag)).toBe(false);
});

test.each(['en-US', 'mul'])('%s is the tag of a language', (tag) => {
  expect(isKnownLanguage(tag)).toBe(true);
});

test('the primary language of a regional variety is the language itself', () => {
  expect(primaryLanguage('pt-BR')).toBe('pt');
});

test('Bokmål is Norwegian, and Nynorsk is not', () => {
  expect(['nb', 'nb-NO', 'no', 'nn'].map(primaryLanguage)).toEqual(['no', 'no', 'no', 'nn']);
  expect(isWrittenAlike('nb', 'no')).toBe(true);
  expect(isWrittenAlike('nn', 'no')).toBe(false);
});

import { expect, test } from 'vitest';
import { amazonCode, amazonPairs } from '#lib/speech/translation/amazon-languages.ts';
import { canonicalLanguage } from '#lib/speech/languages.ts';
import { canTranslate } from '#lib/speech/translation/language-pairs.ts';

test.each([
  ['en-GB', 'en'],
  ['zh', 'zh'],
  ['zh-Hant', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh-SG', 'zh'],
  ['pt-BR', 'pt'],
  ['pt-PT', 'pt-PT'],
  ['fr-CA', 'fr-CA'],
  ['fr-CH', 'fr'],
  ['es-MX', 'es-MX'],
  ['es-AR', 'es'],
  ['prs', 'fa-AF'],
  ['tl', 'tl'],
  ['fil', 'tl'],
  ['nb', 'no'],
  ['iw', 'he'],
])('Amazon Translate takes %s as %s', (tag, code) => {
  expect(amazonCode(canonicalLanguage(tag) ?? '')).toBe(code);
});

test.each(['yue', 'la', 'nn', 'sr-Latn', 'ja-Latn'])('Amazon Translate does not support %s', (tag) => {
  expect(amazonCode(tag)).toBeUndefined();
  expect(canTranslate(amazonPairs, 'en', tag)).toBe(false);
  expect(amazonPairs.targetsOf(tag)).toEqual([]);
});

test('each language translates into every other, and into itself in another script', () => {
  const tags = amazonPairs.targetsOf('en');
  expect(tags).toHaveLength(75);
  for (const tag of tags) expect(amazonPairs.targetsOf(tag)).toContain('en');
  expect(canTranslate(amazonPairs, 'zh', 'zh-Hant')).toBe(true);
  expect(tags).not.toContain('en');
});

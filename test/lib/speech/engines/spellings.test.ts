import { expect, test } from 'vitest';
import { llamaTokenizer as tokenizer } from '#lib/speech/engines/llama-tokens.ts';
import { respellAll, spellingsOf } from '#lib/speech/engines/spellings.ts';

const respelled = (text: string, ...terms: string[]): string => {
  const words = text.split(' ').map((word) => ({ text: word, startMs: 0, endMs: 1, confidence: 1 }));
  const all = respellAll({ text, words }, terms, tokenizer);
  expect(all.words.map((word) => word.text).join(' ')).toBe(all.text);
  return all.text;
};

test("a rare word gets the customer's spelling", () => {
  expect(respelled('he runs Terraforming now', 'terraforming')).toBe('he runs terraforming now');
  expect(respelled('take Sertraline daily', 'SERTRALINE')).toBe('take SERTRALINE daily');
  expect(respelled('ask mcdonaldson first', 'McDonaldson')).toBe('ask McDonaldson first');
});

test('the first word of a sentence keeps its capital', () => {
  expect(respelled('Terraforming runs. Terraforming stops', 'terraforming')).toBe(
    'Terraforming runs. Terraforming stops',
  );
  expect(respelled('terraforming runs', 'Terraforming')).toBe('Terraforming runs');
  expect(respelled('terraforming runs', 'terraforming')).toBe('terraforming runs');
});

test('a plural or possessive of a term is respelled, a longer word is not', () => {
  expect(respelled("the chromecasting's", 'ChromeCasting')).toBe("the ChromeCasting's");
  expect(respelled('two kowalczyks', 'Kowalczyk')).toBe('two Kowalczyks');
  expect(respelled('the sertralineum', 'Sertraline')).toBe('the sertralineum');
  expect(respelled('the antisertraline', 'Sertraline')).toBe('the antisertraline');
});

test('a term that is also a common word is not respelled', () => {
  expect(respelled('tell us an apple fell', 'US', 'Apple')).toBe('tell us an apple fell');
});

test('special characters in a term are literal, and the number of words does not change', () => {
  expect(respelled('see c++builder (now)', 'C++Builder')).toBe('see C++Builder (now)');
  expect(respelled('over new yorkshire times.', 'New Yorkshire Times')).toBe('over New Yorkshire Times.');
});

test("the customer's own spelling comes first, and an empty term has none", () => {
  expect(spellingsOf(' iPhone ', tokenizer)[0]).toBe('iPhone');
  expect(spellingsOf('  ', tokenizer)).toEqual([]);
});

test('a term may open a sentence, and has a plural if it is long and has none', () => {
  expect(spellingsOf('apple', tokenizer)).toEqual(['apple', 'Apple', 'apples', 'Apples']);
  expect(spellingsOf('Kia', tokenizer)).toEqual(['Kia']);
  expect(spellingsOf('Boss', tokenizer)).toEqual(['Boss']);
});

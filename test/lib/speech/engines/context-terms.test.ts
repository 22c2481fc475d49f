import { expect, test } from 'vitest';
import { contextTerms } from '#lib/speech/engines/context-terms.ts';
import { llamaTokenizer as tokenizer } from '#lib/speech/engines/llama-tokens.ts';

const terms = (context: string): string[] => contextTerms(context, tokenizer);

test('names inside a sentence are terms, its first word is none', () => {
  expect(terms('Please ask Adeyemi. When Okonkwo comes, “We” leave.')).toEqual(['Adeyemi', 'Okonkwo']);
});

test('so are words with digits or with capitals inside', () => {
  expect(terms('we run k8s on an iPhone with gpt-4, since 2019 at 10 percent')).toEqual([
    'k8s',
    'iPhone',
    'gpt-4',
  ]);
});

test('and rare words in small letters, but not common ones', () => {
  expect(terms('patients who take xylometazoline or sertraline should drink enough water')).toEqual([
    'xylometazoline',
    'sertraline',
  ]);
});

test('a possessive is of the name, and a name counts once', () => {
  expect(terms("at Saoirse's house Saoirse spoke of O'Neill")).toEqual(['Saoirse', "O'Neill"]);
});

test('text without words, and text in signs, has none', () => {
  expect(terms('')).toEqual([]);
  expect(terms('… 1, 2, 3 — 📦!')).toEqual([]);
});

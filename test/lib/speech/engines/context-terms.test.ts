import { expect, test } from 'vitest';
import { contextTerms } from '#lib/speech/engines/context-terms.ts';
import { llamaTokenizer as tokenizer } from '#lib/speech/engines/llama-tokens.ts';

const terms = (context: string): string[] => contextTerms(context, tokenizer);

test('names inside a sentence are terms, the first word of a sentence is not', () => {
  expect(terms('Please ask Adeyemi. When Okonkwo comes, “We” leave.')).toEqual(['Adeyemi', 'Okonkwo']);
});

test('words with digits or inner capitals are terms', () => {
  expect(terms('we run k8s on an iPhone with gpt-4, since 2019 at 10 percent')).toEqual([
    'k8s',
    'iPhone',
    'gpt-4',
  ]);
});

test('rare lower-case words are terms, common ones are not', () => {
  expect(terms('patients who take xylometazoline or sertraline should drink enough water')).toEqual([
    'xylometazoline',
    'sertraline',
  ]);
});

test('a possessive counts as the name, and a repeated name counts once', () => {
  expect(terms("at Saoirse's house Saoirse spoke of O'Neill")).toEqual(['Saoirse', "O'Neill"]);
});

test('text without words has no terms', () => {
  expect(terms('')).toEqual([]);
  expect(terms('… 1, 2, 3 — 📦!')).toEqual([]);
});

import { expect, test } from 'vitest';
import { encodeText, endOfText, llamaTokenizer } from '#lib/engines/llama-tokens.ts';
import { VocabularyBias } from '#lib/engines/vocabulary-bias.ts';

const after = (bias: VocabularyBias, ...tokens: readonly number[]) =>
  tokens.reduce((state, token) => bias.advance(state, token), bias.start);
const chromecast = encodeText('Chromecast');
const [nextWord = 0] = encodeText('is');

test('a term earns 1.5 a token, once the word is over', () => {
  const bias = new VocabularyBias(['Chromecast'], llamaTokenizer);
  const full = 1.5 * chromecast.length;
  expect(after(bias, ...chromecast)).toMatchObject({ earned: 0, provisional: full });
  expect(after(bias, ...chromecast, nextWord)).toMatchObject({ earned: full, provisional: 0 });
  expect(after(bias, ...chromecast, endOfText)).toMatchObject({ earned: full, provisional: 0 });
});

test('a term that breaks off gives its bonus back', () => {
  const bias = new VocabularyBias(['Chromecast'], llamaTokenizer);
  expect(after(bias, ...chromecast.slice(0, 2))).toMatchObject({ earned: 0, provisional: 3 });
  expect(after(bias, ...chromecast.slice(0, 2), nextWord)).toMatchObject({ earned: 0, provisional: 0 });
});

test('the beginning of a longer word is not the term', () => {
  const bias = new VocabularyBias(['Chrome'], llamaTokenizer);
  const [suffix = 0] = chromecast.slice(-1);
  expect(after(bias, ...encodeText('Chrome'), suffix, nextWord).earned).toBe(0);
});

test('a term inside a longer term is earned when the longer one breaks off', () => {
  const bias = new VocabularyBias(['New York', 'New York Times'], llamaTokenizer);
  expect(after(bias, ...encodeText('New York'), nextWord).earned).toBe(1.5 * encodeText('New York').length);
});

test('terms add up, also one right after the other', () => {
  const bias = new VocabularyBias(['Chromecast', 'Sintra'], llamaTokenizer);
  const tokens = [...chromecast, ...encodeText('Sintra'), endOfText];
  expect(after(bias, ...tokens).earned).toBe(1.5 * (tokens.length - 1));
});

test('a term counts as it is given and at the start of a sentence, so it is written that way', () => {
  const earned = (term: string, spelling: string): number =>
    after(new VocabularyBias([term], llamaTokenizer), ...encodeText(spelling), endOfText).earned;
  expect(earned('sertraline', 'sertraline')).toBeGreaterThan(0);
  expect(earned('sertraline', 'Sertraline')).toBeGreaterThan(0);
  expect(earned('fastAPI', 'fastapi')).toBe(0);
});

test('it wants what carries a term on, and nothing where there are no terms', () => {
  const bias = new VocabularyBias(['Chromecast'], llamaTokenizer);
  const [first = 0, second = 0] = chromecast;
  expect([...bias.wanted(after(bias, first))]).toEqual([second]);
  expect([...new VocabularyBias(['', '  '], llamaTokenizer).wanted(bias.start)]).not.toContain(undefined);
  expect([
    ...new VocabularyBias([' '], llamaTokenizer).wanted(new VocabularyBias([' '], llamaTokenizer).start),
  ]).toEqual([]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginOfText, endOfText, llamaTokenizer } from '#lib/speech/engines/llama-tokens.ts';

test('text in any script decodes to itself with a leading space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(!/▁|,,|\.\./.test(text));
      expect(llamaTokenizer.decode(llamaTokenizer.encode(text))).toBe(` ${text}`);
    }),
  );
});

test('doubled commas and periods decode to one, an ellipsis stays', () => {
  expect(llamaTokenizer.decode(llamaTokenizer.encode('in short,, A. D..'))).toBe(' in short, A. D.');
  expect(llamaTokenizer.decode(llamaTokenizer.encode('well...'))).toBe(' well...');
});

test('special tokens have no text', () => {
  expect(llamaTokenizer.decode([beginOfText, ...llamaTokenizer.encode('yes'), endOfText, 32_500])).toBe(
    ' yes',
  );
});

test('a word starts with its first token and ends before a space, punctuation or the end', () => {
  const [first = 0, ...rest] = llamaTokenizer.encode('Chromecast');
  expect(llamaTokenizer.startsWord(first)).toBe(true);
  expect(rest.length).toBeGreaterThan(0);
  for (const token of rest)
    expect([llamaTokenizer.startsWord(token), llamaTokenizer.endsWord(token)]).toEqual([false, false]);
  const [comma = 0] = llamaTokenizer.encode('a,').slice(-1);
  expect([first, comma, endOfText].map((token) => llamaTokenizer.endsWord(token))).toEqual([
    true,
    true,
    true,
  ]);
});

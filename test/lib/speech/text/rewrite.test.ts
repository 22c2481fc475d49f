import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, type Edit } from '#lib/speech/text/edits.ts';
import { rewrite } from '#lib/speech/text/rewrite.ts';

const spoken = (text: string, words = text.split(' ')) => ({
  text,
  language: 'en',
  words: words.map((word, i) => ({ text: word, startMs: i * 100, endMs: i * 100 + 90, confidence: 0.5 })),
});
const edited = (text: string, ...edits: Edit[]) => rewrite([spoken(text)], () => [edits])[0];
const of = (one: ReturnType<typeof edited>) =>
  one?.words.map(({ text, startMs, endMs }) => [text, startMs, endMs]);

test('words that are replaced together become one that lasts from the first to the last', () => {
  const one = edited('pay twenty five dollars now', { from: 4, to: 23, text: '$25' });
  expect(one?.text).toBe('pay $25 now');
  expect(of(one)).toEqual([
    ['pay', 0, 90],
    ['$25', 100, 390],
    ['now', 400, 490],
  ]);
});

test('a word that is removed has no time', () => {
  const one = edited('so um yes', { from: 2, to: 5, text: '' });
  expect(one?.text).toBe('so yes');
  expect(of(one)).toEqual([
    ['so', 0, 90],
    ['yes', 200, 290],
  ]);
});

test('two edits of one word are both made', () => {
  const one = edited('hello', { from: 0, to: 1, text: 'H' }, { from: 5, to: 5, text: '.' });
  expect([one?.text, one?.words.map(({ text }) => text)]).toEqual(['Hello.', ['Hello.']]);
});

test('words of a script without spaces are edited in place', () => {
  const one = rewrite([spoken('今日は', ['今日', 'は'])], () => [[{ from: 2, to: 3, text: 'も' }]])[0];
  expect(one?.words.map(({ text }) => text)).toEqual(['今日', 'も']);
});

test('words that do not spell the text are edited as a text of their own', () => {
  const shout = (passages: readonly { text: string }[]) =>
    passages.map(({ text }) => [{ from: 0, to: text.length, text: text.toUpperCase() }]);
  const one = rewrite([{ ...spoken('so yes'), words: spoken('um so').words }], shout)[0];
  expect([one?.text, one?.words.map(({ text }) => text)]).toEqual(['SO YES', ['UM SO']]);
});

describe('laws', () => {
  const someWords = fc.array(fc.stringMatching(/^[a-z,.]{1,5}$/), { minLength: 1, maxLength: 8 });
  const cuts = fc.array(fc.tuple(fc.nat(40), fc.constantFrom('', 'X', '12')), { maxLength: 4 });

  test('the words spell the text after any edits of whole words, in order', () => {
    fc.assert(
      fc.property(someWords, cuts, (words, replaced) => {
        const text = words.join(' ');
        const starts = words.map((_, i) => words.slice(0, i).join(' ').length + (i === 0 ? 0 : 1));
        const chosen = new Map(replaced.map(([at, by]) => [at % words.length, by]));
        const edits = [...chosen]
          .toSorted(([a], [b]) => a - b)
          .map(([at, by]) => ({
            from: starts[at] ?? 0,
            to: (starts[at] ?? 0) + (words[at]?.length ?? 0),
            text: by,
          }));
        const one = rewrite([spoken(text)], () => [edits])[0];
        expect(one?.text).toBe(applyEdits(text, edits));
        expect(one?.words.map((word) => word.text).join(' ')).toBe(one?.text.replaceAll(/ +/g, ' ').trim());
        const times = one?.words.flatMap(({ startMs, endMs }) => [startMs, endMs]);
        expect(times).toEqual(times?.toSorted((a, b) => a - b));
      }),
    );
  });

  test('without edits nothing changes', () => {
    fc.assert(
      fc.property(someWords, (words) => {
        const given = spoken(words.join(' '));
        expect(rewrite([given], () => [[]])).toEqual([given]);
      }),
    );
  });
});

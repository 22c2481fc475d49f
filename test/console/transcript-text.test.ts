import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { piecesOf } from '../../console/transcript/pieces.ts';
import { matchesOf, nextMatch } from '../../console/transcript/search.ts';
import { transcriptText } from '../../console/transcript/transcript-text.ts';
import { segment, word } from './spoken.ts';

describe('the pieces of a segment', () => {
  test('the pieces of a segment are its words and what is between them, by the words and matches that they belong to', () => {
    const words = [word('Hello'), word('there.')];
    expect(piecesOf('Hello there.', words, [{ start: 2, end: 8 }])).toEqual([
      { text: 'He', word: 0 },
      { text: 'llo', word: 0, match: 0 },
      { text: ' ', match: 0 },
      { text: 'th', word: 1, match: 0 },
      { text: 'ere.', word: 1 },
    ]);
  });

  test('the pieces of a segment tell repeated words apart, and words without spaces', () => {
    expect(piecesOf('你好你好', [word('你好'), word('你好')], []).map((piece) => piece.word)).toEqual([0, 1]);
  });

  test('the pieces of a segment joined are its text, whatever the words and matches', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '😀') });
    fc.assert(
      fc.property(text, fc.array(text), text, (whole, words, searched) => {
        const pieces = piecesOf(
          whole,
          words.map((one) => word(one)),
          matchesOf([whole], searched),
        );
        expect(pieces.map((piece) => piece.text).join('')).toBe(whole);
      }),
    );
  });
});

describe('the search in the text', () => {
  test('the search in the text finds every occurrence in order, whatever its case and white space', () => {
    const texts = ['It was the best', 'IT  WAS the worst', 'nothing'];
    expect(matchesOf(texts, ' it was ')).toEqual([
      { row: 0, start: 0, end: 6 },
      { row: 1, start: 0, end: 7 },
    ]);
  });

  test.each(['', '   '])('the search in the text finds nothing for %j', (searched) => {
    expect(matchesOf(['a b'], searched)).toEqual([]);
  });

  test('the search in the text takes every character as itself', () => {
    const anything = fc.string({ minLength: 1 }).filter((text) => /^\S+$/.test(text));
    fc.assert(
      fc.property(anything, (searched) => {
        expect(matchesOf([`x ${searched}`], searched)).not.toEqual([]);
      }),
    );
  });

  test('the search in the text goes round the end in both directions', () => {
    expect([nextMatch(3, 2, 1), nextMatch(3, 0, -1), nextMatch(0, 0, 1)]).toEqual([0, 2, -1]);
  });
});

test('a call is copied with its channels, a mix without', () => {
  const first = segment(0, 0, 1);
  const second = segment(1, 1, 2);
  expect(transcriptText([first, second])).toBe('Hello there.\nHello there.');
  expect(transcriptText([{ ...first, channel: 1 }])).toBe('Channel 2: Hello there.');
});

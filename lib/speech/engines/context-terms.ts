import type { Tokenizer } from './tokenizer.ts';

/** A word of at least this many tokens is rare: tokenizers keep common words and word parts whole. */
const rarePieces = 3;
const maxLettersPerPiece = 3;

/**
 * The words in a text that a recognizer may not know: names (capitals inside a sentence or a word), words with
 * digits, and words that the tokenizer splits into small pieces.
 */
export const contextTerms = (context: string, tokenizer: Pick<Tokenizer, 'encode'>): string[] => {
  const words = Array.from(context.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu), (match) => {
    const word = match[0].replace(/(['’]s)?['’-]*$/u, '');
    const opens = /(^|[.?!:;\n]["'”’)]*\s*["'“‘(]*)$/u.test(context.slice(0, match.index).trimEnd());
    return { word, opens };
  });
  const isTerm = ({ word, opens }: { word: string; opens: boolean }): boolean =>
    word.length > 2 &&
    /\p{L}/u.test(word) &&
    (/\p{N}|\p{Ll}\p{Lu}/u.test(word) || (!opens && /^\p{Lu}/u.test(word)) || isInPieces(word, tokenizer));
  return [...new Set(words.filter(isTerm).map(({ word }) => word))];
};

const isInPieces = (word: string, { encode }: Pick<Tokenizer, 'encode'>): boolean => {
  const pieces = encode(word).length;
  return pieces >= rarePieces && word.length <= maxLettersPerPiece * pieces;
};

import type { Recognition } from './engine.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Words of fewer tokens are common, and may be meant in another case: "us" and "US". */
const rarePieces = 3;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether a text has too many tokens to be a common word in another case. */
const isRare = (text: string, { encode }: Pick<Tokenizer, 'encode'>): boolean =>
  encode(text.toLowerCase()).length >= rarePieces;

/**
 * The spellings of a term that a recognizer may produce, the customer's own first: capitalized as at the start of a
 * sentence, in lower case if it is rare, and in the plural.
 */
export const spellingsOf = (term: string, tokenizer: Pick<Tokenizer, 'encode'>): string[] => {
  const given = term.trim();
  if (given === '') return [];
  const lower = given.toLowerCase();
  const cases = isRare(given, tokenizer) ? [lower, capitalized(lower)] : [];
  const singular = [given, capitalized(given), ...cases];
  const plural = /\p{L}{3}[^\P{L}sS]$/u.test(given) ? singular.map((spelling) => `${spelling}s`) : [];
  return [...new Set([...singular, ...plural])];
};

/**
 * Changes the terms in a text to the customer's spelling. Keeps the capital at the start of a sentence, common words,
 * and the number of words.
 */
const respell = (text: string, terms: readonly string[], tokenizer: Pick<Tokenizer, 'encode'>): string =>
  terms
    .map((term) => term.trim())
    .filter((term) => isRare(term, tokenizer))
    .reduce(
      (spelled, term) => spelled.replaceAll(wholeWords(term), (...match) => inPlace(term, match)),
      text,
    );

/** Respells a text and its words. The text must be the words joined by single spaces. */
export const respellAll = (
  { text, words }: Pick<Recognition, 'text' | 'words'>,
  terms: readonly string[],
  tokenizer: Pick<Tokenizer, 'encode'>,
): Pick<Recognition, 'text' | 'words'> => {
  const spelled = respell(text, terms, tokenizer);
  const parts = spelled.split(' ');
  return { text: spelled, words: words.map((word, i) => ({ ...word, text: parts[i] ?? word.text })) };
};

const wholeWords = (term: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(term)}(?=s?(?![\\p{L}\\p{N}]))`, 'giu');

const inPlace = (term: string, match: readonly unknown[]): string => {
  const [found, at, text] = match;
  const isOpening = typeof text === 'string' && /(^|[.?!]\s+)$/.test(text.slice(0, Number(at)));
  return isOpening && String(found) === capitalized(String(found)) ? capitalized(term) : term;
};

import { months } from './months.ts';
import { digitOf, isNumberWord, isScale, repeats } from './cardinal.ts';
import { isOrdinal } from './ordinal.ts';
import type { Token } from './tokens.ts';

/** The tokens from `from` up to `to`. */
export type Range = { readonly from: number; readonly to: number };

/** The words around a number. Only words that a single space separates from it count. */
export type Context = {
  readonly before: string;
  readonly after: string;
  readonly afterNext: string;
  readonly beforePrevious: string;
  /** The three words after it. */
  readonly following: string;
  /** Whether a comma separates it from another number. */
  readonly isListed: boolean;
  /** Whether the month and the day of a date are before it: "July fourth, …". */
  readonly isAfterDay: boolean;
  /** Whether the name of a street is after it. */
  readonly isBeforeStreet: boolean;
};

/** The word at an index, if a space separates it from the word before. Otherwise an empty text. */
export const wordAt = (tokens: readonly Token[], at: number): string => {
  const token = tokens[at];
  return token?.joint === 'space' ? token.word : '';
};

export const isNumber = (word: string): boolean =>
  isNumberWord(word) || isScale(word) || /^(?:oh?|[\p{N}.,]+)$/u.test(word);

/** The word before a number. A month that is also a verb counts only with its capital. */
const beforeOf = (tokens: readonly Token[], from: number): string => {
  const token = tokens[from - 1];
  if (!token || wordAt(tokens, from) === '') return '';
  return months.has(token.word) && !token.hasCapital ? '' : token.word;
};

const isDay = (word: string): boolean =>
  isOrdinal(word) || isNumberWord(word) || /^\d{1,2}(?:st|nd|rd|th)?$/.test(word);

const isAfterDay = (tokens: readonly Token[], from: number): boolean => {
  if (tokens[from]?.joint !== 'comma' || !isDay(tokens[from - 1]?.word ?? '')) return false;
  const last = tokens[from - 2];
  const beforeLast = tokens[from - 3];
  const month = isDay(last?.word ?? '') ? beforeLast : last;
  return month !== undefined && month.hasCapital && months.has(month.word);
};

const streets =
  /^(?:street|st|avenue|ave|road|rd|drive|lane|boulevard|blvd|court|place|way|highway|parkway|square|terrace|circle)$/;
const maxStreetWords = 4;

/** Whether the name of a street begins at a token: "Main Street", "West forty second Street". */
const isStreet = (tokens: readonly Token[], at: number): boolean => {
  for (const [i, token] of tokens.slice(at, at + maxStreetWords).entries()) {
    if (token.joint !== 'space' && (i === 0 || token.joint !== 'hyphen')) return false;
    if (i > 0 && streets.test(token.word)) return true;
    if (!token.hasCapital && !isOrdinal(token.word) && !isNumberWord(token.word)) return false;
  }
  return false;
};

const beginsNumber = (tokens: readonly Token[], at: number): boolean => {
  const [word = '', next = ''] = tokens.slice(at, at + 2).map((token) => token.word);
  if (repeats.has(word)) return digitOf(next) !== undefined;
  return word === 'a' ? isScale(next) : isNumber(word) && !isScale(word);
};

/** The last word of the number before the word before a number. The "one" of "twenty-one" does not stand alone. */
const beforePreviousOf = (tokens: readonly Token[], from: number): string => {
  const word = beforeOf(tokens, from - 1);
  return word === 'one' && isNumberWord(tokens[from - 3]?.word ?? '') ? '21' : word;
};

export const contextOf = (tokens: readonly Token[], { from, to }: Range): Context => {
  const following = [0, 1, 2].map((i) => wordAt(tokens, to + i));
  const [after = '', second = '', third = ''] = following;
  const isAfterNumber = tokens[from]?.joint === 'comma' && isNumber(tokens[from - 1]?.word ?? '');
  const isBeforeNumber = tokens[to]?.joint === 'comma' && beginsNumber(tokens, to);
  return {
    before: beforeOf(tokens, from),
    after,
    afterNext: repeats.has(second) && digitOf(third) !== undefined ? third : second,
    beforePrevious: beforePreviousOf(tokens, from),
    following: following.join(' '),
    isListed: isAfterNumber || isBeforeNumber,
    isAfterDay: isAfterDay(tokens, from),
    isBeforeStreet: isStreet(tokens, to),
  };
};

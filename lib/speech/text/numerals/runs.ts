import { digitOf, isNumberWord, isScale, repeats } from './cardinal.ts';
import { isOrdinal } from './ordinal.ts';
import type { Token } from './tokens.ts';

export const isJoined = (token: Token | undefined): token is Token =>
  token?.joint === 'space' || token?.joint === 'hyphen';

/** Whether the token at `at` continues the number that begins at `from`. */
const goesOn = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at];
  if (!isJoined(token)) return false;
  const { word } = token;
  const before = tokens[at - 1]?.word ?? '';
  const next = tokens[at + 1];
  const nextWord = isJoined(next) ? next.word : '';
  if (isNumberWord(word) || isOrdinal(word) || isScale(word)) return true;
  if (word === 'oh' || word === 'o') return true;
  if (repeats.has(word)) return digitOf(nextWord) !== undefined;
  if (word === 'point' || word === 'dot') return isNumberWord(nextWord) || digitOf(nextWord) !== undefined;
  return word === 'and' && isScale(before) && (isNumberWord(nextWord) || isOrdinal(nextWord));
};

/** The end of the number that begins at a token. */
export const endOf = (tokens: readonly Token[], from: number): number => {
  let to = from + 1;
  while (goesOn(tokens, to)) to += 1;
  return to;
};

/** Whether the words after "oh" make it a zero. */
const isAfterOh = (next: string, third: string): boolean =>
  digitOf(next) === undefined
    ? repeats.has(next) && digitOf(third) !== undefined
    : isNumberWord(third) || repeats.has(third) || /^(?:oh?|hundred|slash)$/.test(third);

/** Whether a number may begin at a token. */
export const begins = (tokens: readonly Token[], at: number): boolean => {
  const [word = '', next = '', third = ''] = tokens.slice(at, at + 3).map((token) => token.word);
  if (isNumberWord(word) || isOrdinal(word)) return true;
  if (repeats.has(word)) return digitOf(next) !== undefined;
  if (word === 'oh' || word === 'o') return isAfterOh(next, third) || tokens[at - 1]?.word === 'slash';
  return word === 'a' && (isScale(next) || /^(?:dollar|euro)$/.test(next));
};

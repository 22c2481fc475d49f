import { digitOf, readCardinal, repeats } from './cardinal.ts';
import { type Context, isNumber } from './context.ts';
import { twoDigits } from './dates.ts';
import { readOrdinal } from './ordinal.ts';
import { wordSet } from '../word-set.ts';

/** Words after which a number is a name: "room three twelve". */
export const labels = wordSet(
  'chapter page room step version channel gate platform section figure part level question item track episode season volume terminal zone phase ' +
    'press dial option type tier grade flight suite apartment route highway interstate exit extension form unit port bus line floor building',
);

const ids = wordSet(
  'code pin number numbers digits password passcode extension id reference order account ending cvv zip postcode',
);

/** Whether digits are read out: "the code is one two three four". */
const isReadOut = ({ before, beforePrevious }: Context): boolean =>
  /^(?:\p{L}|dash|slash)$/u.test(before) ||
  ids.has(before) ||
  (/^(?:is|are|was|in|with)$/.test(before) && ids.has(beforePrevious));

/** "one two three" may be counting, not a number. */
const isCounting = (digits: string): boolean => '123456789'.startsWith(digits);

const digitsOf = (words: readonly string[]): { digits: string; isRepeated: boolean } | undefined => {
  let digits = '';
  let isRepeated = false;
  for (let at = 0; at < words.length; at += 1) {
    const times = repeats.get(words[at] ?? '');
    const digit = digitOf(words[times === undefined ? at : at + 1] ?? '');
    if (digit === undefined) return undefined;
    digits += digit.repeat(times ?? 1);
    if (times !== undefined) [at, isRepeated] = [at + 1, true];
  }
  return { digits, isRepeated };
};

/** "one eight hundred five five five one two one two". */
const tollFree = /^(one )?eight hundred (.+)$/;

const tollFreeNumber = (words: readonly string[]): string | undefined => {
  const [, country, rest] = tollFree.exec(words.join(' ')) ?? [];
  const { digits = '' } = rest === undefined ? {} : (digitsOf(rest.split(' ')) ?? {});
  return digits.length === 7
    ? `${country === undefined ? '' : '1-'}800-${digits.slice(0, 3)}-${digits.slice(3)}`
    : undefined;
};

/** Digits that are spoken one by one: at least three digits, or two with "double" or a zero beside another number. */
export const digitSequence = (words: readonly string[], context: Context): string | undefined => {
  const found = digitsOf(words);
  if (!found) return tollFreeNumber(words);
  const { digits, isRepeated } = found;
  const isSurePair = digits.length === 2 && context.isListed && (isRepeated || digits.includes('0'));
  if (digits.length < 3 && !isSurePair) return undefined;
  return isRepeated || !isCounting(digits) || isReadOut(context) ? digits : undefined;
};

/** Two numbers below a hundred as one: "twelve thirty four" is 1234. */
const joined = (words: readonly string[]): string | undefined => {
  for (const end of [1, 2]) {
    const first = readCardinal(words.slice(0, end));
    const rest = twoDigits(words.slice(end));
    if (first !== undefined && first > 0 && first < 100 && rest !== undefined) return `${first}${rest}`;
  }
  return undefined;
};

/** Whether words may be one number, and not only digits that are spoken one by one. */
export const mayBeOne = (words: readonly string[]): boolean =>
  !digitsOf(words) &&
  (words.includes('point') ||
    readCardinal(words) !== undefined ||
    readOrdinal(words) !== undefined ||
    joined(words) !== undefined);

/** Numbers below a hundred that are read as one: the house "twelve thirty four", "one twenty over eighty", "room three twelve". */
export const joinedNumber = (
  words: readonly string[],
  { before, after, afterNext, isBeforeStreet }: Context,
): string | undefined => {
  const isRatio = after === 'over' && isNumber(afterNext);
  if (!isBeforeStreet && !isRatio && !labels.has(before)) return undefined;
  return joined(words);
};

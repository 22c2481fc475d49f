import { isNumberWord, isScale, readCardinal } from './cardinal.ts';
import { type Range, wordAt } from './context.ts';
import { isJoined } from './runs.ts';
import type { Token } from './tokens.ts';

/** An amount in digits and the index of the token after it. */
type Amount = { readonly amount: string; readonly to: number; readonly text: string };
type Written = { readonly text: string; readonly to: number };

const currencies: Readonly<Record<string, string>> = { dollar: '$', dollars: '$', euro: '€', euros: '€' };

/** The end of the words from a token on that pass the test. */
const endOf = (tokens: readonly Token[], from: number, isPart: (word: string) => boolean): number => {
  let to = from;
  for (let token = tokens[to]; isJoined(token) && isPart(token.word); token = tokens[to]) to += 1;
  return to;
};

const isPartOfAmount = (word: string): boolean => isNumberWord(word) || isScale(word) || word === 'point';

/**
 * The cents after dollars ("and forty cents", or "ninety-nine" at the end of a phrase), and the index of the token after
 * them.
 */
const centsAt = (tokens: readonly Token[], at: number): { cents: number; to: number } | undefined => {
  const from = wordAt(tokens, at) === 'and' ? at + 1 : at;
  const to = endOf(tokens, from, isNumberWord);
  const cents = readCardinal(tokens.slice(from, to).map(({ word }) => word));
  if (cents === undefined || cents < 1 || cents > 99) return undefined;
  if (/^(?:cents?|pence)$/.test(wordAt(tokens, to))) return { cents, to: to + 1 };
  return from === at && cents > 9 && !isJoined(tokens[to]) ? { cents, to } : undefined;
};

const withThousands = (amount: string): string =>
  /^\d{4}$/.test(amount) ? `${amount.slice(0, 1)},${amount.slice(1)}` : amount;

/** An amount with its unit: "$5.40", "€3 million", "50%". Pounds are money only with pence. */
export const withUnit = (tokens: readonly Token[], { amount, to, text }: Amount): Written | undefined => {
  const unit = wordAt(tokens, to);
  const isPossessive = /^['’]/u.test(text.slice(tokens[to]?.to ?? 0));
  if (unit === 'percent' && !isPossessive) return { text: `${amount}%`, to: to + 1 };
  if (unit === 'per' && wordAt(tokens, to + 1) === 'cent') return { text: `${amount}%`, to: to + 2 };
  const isPounds = unit === 'pound' || unit === 'pounds';
  const sign = isPounds ? '£' : currencies[unit];
  if (sign === undefined || isPossessive) return undefined;
  const written = `${sign}${withThousands(amount)}`;
  const cents = /^[\d,]+$/.test(amount) ? centsAt(tokens, to + 1) : undefined;
  if (cents) return { text: `${written}.${String(cents.cents).padStart(2, '0')}`, to: cents.to };
  return isPounds ? undefined : { text: written, to: to + 1 };
};

/** The first amount of a range, whose unit follows the second one: the "$50" of "fifty to sixty dollars". */
export const withUnitOfRange = (
  tokens: readonly Token[],
  { amount, range: { from, to } }: { readonly amount: string; readonly range: Range },
): string => {
  const joint = wordAt(tokens, to);
  const isRange =
    joint === 'to' ||
    joint === 'or' ||
    (joint === 'and' && wordAt(tokens, from) !== '' && tokens[from - 1]?.word === 'between');
  const second = wordAt(tokens, to + 1) === 'a' && isPartOfAmount(wordAt(tokens, to + 2)) ? to + 2 : to + 1;
  const end = endOf(tokens, second, isPartOfAmount);
  const sign = isRange && end > second ? currencies[wordAt(tokens, end)] : undefined;
  return sign === undefined ? amount : `${sign}${withThousands(amount)}`;
};

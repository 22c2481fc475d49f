import { primaryLanguage } from '#lib/speech/languages.ts';
import type { Edit } from '../edits.ts';
import type { FindEdits } from '../rewrite.ts';
import { digitOf, isNumberWord, readCardinal, scales } from './cardinal.ts';
import { amountOf, type Context, interpret, months, repeats } from './interpret.ts';
import { isOrdinal } from './ordinal.ts';
import { type Token, tokensOf } from './tokens.ts';

/** The languages whose numbers are written in digits. */
export const numeralLanguages: readonly string[] = ['en'];

const isJoined = (token: Token | undefined): token is Token =>
  token?.joint === 'space' || token?.joint === 'hyphen';
const isScale = (word: string): boolean => word === 'hundred' || scales.has(word);

/** Whether the token at `at` continues the number that begins at `from`. */
const goesOn = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at];
  if (!isJoined(token)) return false;
  const { word } = token;
  const [before, next] = [tokens[at - 1]?.word ?? '', tokens[at + 1]];
  const nextWord = isJoined(next) ? next.word : '';
  if (isNumberWord(word) || isOrdinal(word) || isScale(word)) return true;
  if (word === 'oh' || word === 'o') return true;
  if (repeats.has(word)) return digitOf(nextWord) !== undefined;
  if (word === 'point') return digitOf(nextWord) !== undefined;
  return word === 'and' && isScale(before) && (isNumberWord(nextWord) || isOrdinal(nextWord));
};

const begins = (tokens: readonly Token[], at: number): boolean => {
  const [word = '', next = '', third = ''] = tokens.slice(at, at + 3).map((token) => token.word);
  if (isNumberWord(word) || isOrdinal(word)) return true;
  if (repeats.has(word)) return digitOf(next) !== undefined;
  if (word === 'oh' || word === 'o') return digitOf(next) !== undefined && digitOf(third) !== undefined;
  return word === 'a' && isScale(next);
};

const fractions =
  /^(?:half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|hundredths?|thousandths?|something|odd|dozen|point)$/;
/** "the nineteen nineties", "the eighteen hundreds". */
const plurals =
  /^(?:hundreds|thousands|millions|billions|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)$/;

const wordAt = (tokens: readonly Token[], at: number): string => {
  const token = tokens[at];
  return token?.joint === 'space' ? token.word : '';
};

/** Whether a word has a capital, as in the name "Fantastic Four". */
const hasName = (run: readonly Token[]): boolean =>
  run.some(
    ({ hasCapital, joint }, i) => hasCapital && !(i === 0 && (joint === 'start' || joint === 'sentence')),
  );

const isOrTo = (word: string): boolean => word === 'or' || word === 'to';

/** As in "two or three hundred", where "hundred" may belong to both numbers. */
const sharesScale = (tokens: readonly Token[], { from, to }: Range): boolean => {
  const isSecond = isScale(tokens[from + 1]?.word ?? '') && isOrTo(wordAt(tokens, from - 1));
  if (isSecond && isNumberWord(tokens[from - 2]?.word ?? '')) return true;
  return to === from + 1 && isOrTo(wordAt(tokens, to)) && isScale(wordAt(tokens, to + 2));
};

const isUnsure = (text: string, tokens: readonly Token[], { from, to }: Range): boolean => {
  const [first, next] = [tokens[from], tokens[to]];
  const run = tokens.slice(from, to);
  if (!first || hasName(run) || sharesScale(tokens, { from, to })) return true;
  if (first.joint === 'hyphen' || next?.joint === 'hyphen') return true;
  const before = isJoined(first) ? (tokens[from - 1]?.word ?? '') : '';
  const after = wordAt(tokens, to);
  if (/\p{N}$/u.test(before) || /^\p{N}/u.test(after) || before === 'point') return true;
  if (before === 'half' && first.word === 'a') return true;
  // "hundred and fifty" without a number of hundreds before it.
  if (before === 'and' && isScale(tokens[from - 2]?.word ?? '')) return true;
  if (before === 'between' && run.some(({ word }) => word === 'and')) return true;
  if (/[\p{Sc}\p{N}.,/]$/u.test(text.slice(Math.max(0, first.from - 1), first.from))) return true;
  const isMixed = after === 'and' && /^(?:an?|one)$/.test(wordAt(tokens, to + 1));
  return fractions.test(after) || plurals.test(after) || (isMixed && fractions.test(wordAt(tokens, to + 2)));
};

type Range = { readonly from: number; readonly to: number };

/** The word before a number. A month that is also a verb counts only with its capital. */
const beforeOf = (tokens: readonly Token[], from: number): string => {
  const token = tokens[from - 1];
  if (!token || wordAt(tokens, from) === '') return '';
  return months.has(token.word) && !token.hasCapital ? '' : token.word;
};

const contextOf = (tokens: readonly Token[], { from, to }: Range): Context => {
  const afterNext = tokens[to + 1];
  return {
    before: beforeOf(tokens, from),
    after: wordAt(tokens, to),
    afterNext: afterNext?.joint === 'space' ? afterNext.word : '',
    beforePrevious: beforeOf(tokens, from - 1),
  };
};

/**
 * The cents after dollars ("and forty cents", or "ninety-nine" at the end of a phrase), and the index of the token after
 * them.
 */
const centsAt = (tokens: readonly Token[], at: number): { cents: number; to: number } | undefined => {
  const from = wordAt(tokens, at) === 'and' ? at + 1 : at;
  let to = from;
  while (to < tokens.length && isJoined(tokens[to]) && isNumberWord(tokens[to]?.word ?? '')) to += 1;
  const cents = readCardinal(tokens.slice(from, to).map(({ word }) => word));
  if (cents === undefined || cents < 1) return undefined;
  if (/^cents?$/.test(wordAt(tokens, to))) return { cents, to: to + 1 };
  return from === at && cents > 9 && !isJoined(tokens[to]) ? { cents, to } : undefined;
};

const currencies: Readonly<Record<string, string>> = { dollar: '$', dollars: '$', euro: '€', euros: '€' };

/** An amount with its unit: "$5.40", "€3 million", "50%". */
const withUnit = (
  tokens: readonly Token[],
  { amount, to, text }: { readonly amount: string; readonly to: number; readonly text: string },
): { readonly text: string; readonly to: number } | undefined => {
  const unit = wordAt(tokens, to);
  const isPossessive = /^['’]/u.test(text.slice(tokens[to]?.to ?? 0));
  if (unit === 'percent' && !isPossessive) return { text: `${amount}%`, to: to + 1 };
  if (unit === 'per' && wordAt(tokens, to + 1) === 'cent') return { text: `${amount}%`, to: to + 2 };
  const sign = currencies[unit];
  if (sign === undefined || isPossessive) return undefined;
  const cents = /^[\d,]+$/.test(amount) ? centsAt(tokens, to + 1) : undefined;
  if (cents) return { text: `${sign}${amount}.${String(cents.cents).padStart(2, '0')}`, to: cents.to };
  return { text: `${sign}${amount}`, to: to + 1 };
};

type Found = { readonly text: string; readonly from: number; readonly to: number };

/** The number in a run of tokens, with its unit. Undefined if it is not surely a number. */
const numberIn = (text: string, tokens: readonly Token[], range: Range): Found | undefined => {
  if (isUnsure(text, tokens, range)) return undefined;
  const { from, to } = range;
  const own = tokens.slice(from, to).map(({ word }) => word);
  const context = contextOf(tokens, range);
  const isArticle = own[0] === 'a';
  const words = isArticle ? ['one', ...own.slice(1)] : own;
  const amount = amountOf(words, context);
  const measured = amount === undefined ? undefined : withUnit(tokens, { amount, to, text });
  if (measured) return { from, ...measured };
  // "A hundred" alone usually means "many".
  if (isArticle && words.length === 2) return undefined;
  const digits = interpret(words, context);
  return digits === undefined ? undefined : { text: digits, from, to };
};

const editsOf = (text: string): Edit[] => {
  const tokens = tokensOf(text);
  const edits: Edit[] = [];
  for (let at = 0; at < tokens.length;) {
    if (!begins(tokens, at)) {
      at += 1;
      continue;
    }
    let to = at + 1;
    while (goesOn(tokens, to)) to += 1;
    const found = numberIn(text, tokens, { from: at, to });
    if (found) {
      const [first, last] = [tokens[found.from], tokens[found.to - 1]];
      if (first && last) edits.push({ from: first.from, to: last.to, text: found.text });
    }
    at = found?.to ?? to;
  }
  return edits;
};

/** Finds the edits that write English number words in digits, where they are surely numbers. */
export const digits: FindEdits = (passages) =>
  passages.map(({ text, language }) =>
    language !== null && numeralLanguages.includes(primaryLanguage(language)) ? editsOf(text) : [],
  );

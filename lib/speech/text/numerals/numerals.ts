import { primaryLanguage } from '#lib/speech/languages.ts';
import type { Edit } from '../edits.ts';
import type { FindEdits } from '../rewrite.ts';
import { digitOf, isNumberWord, isScale, readCardinal } from './cardinal.ts';
import { contextOf, isNumber, type Range, wordAt } from './context.ts';
import { timePoints } from './dates.ts';
import { amountOf, interpret } from './interpret.ts';
import { withUnit, withUnitOfRange } from './money.ts';
import { months } from './months.ts';
import { begins, endOf, isJoined } from './runs.ts';
import { withoutSplit } from './seams.ts';
import { type Token, tokensOf } from './tokens.ts';

/** The languages whose numbers are written in digits. */
export const numeralLanguages: readonly string[] = ['en'];

const fractions =
  /^(?:half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|hundredths?|thousandths?|something|odd|dozen|point)$/;
/** "the nineteen nineties", "the eighteen hundreds". */
const plurals =
  /^(?:hundreds|thousands|millions|billions|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)$/;

/** Whether a word has a capital, as in the name "Fantastic Four". */
const hasName = (run: readonly Token[]): boolean =>
  run.some(
    ({ hasCapital, joint }, i) => hasCapital && !(i === 0 && (joint === 'start' || joint === 'sentence')),
  );

/** Whether a sentence begins with a name like "Three Mile Island". */
const beginsName = (text: string, tokens: readonly Token[], { from, to }: Range): boolean => {
  const first = tokens[from];
  const next = tokens[to];
  if (!first?.hasCapital || next?.joint !== 'space' || months.has(next.word)) return false;
  return /^\p{Lu}\p{Ll}/u.test(text.slice(next.from, next.to));
};

/** The token at which another number of a range or list begins: after "to", "or", "and" or a comma. */
const nextOf = (tokens: readonly Token[], { from, to }: Range): number | undefined => {
  if (tokens[to]?.joint === 'comma') return to;
  const joint = wordAt(tokens, to);
  const isBetween = joint === 'and' && tokens[from - 1]?.word === 'between';
  return joint === 'or' || joint === 'to' || isBetween ? to + 1 : undefined;
};

/**
 * The end of the second number if its "hundred" or "thousand" may belong to both, as in "two or three hundred". Not in
 * "five to one hundred", where the first one is greater.
 */
const endOfSharedScale = (tokens: readonly Token[], range: Range): number | undefined => {
  const second = nextOf(tokens, range);
  if (second === undefined || !isNumberWord(tokens[second]?.word ?? '')) return undefined;
  const to = endOf(tokens, second);
  const [own, other] = [range, { from: second, to }].map((one) =>
    tokens.slice(one.from, one.to).map(({ word }) => word),
  );
  const at = other?.findIndex(isScale) ?? -1;
  if (!own || own.some(isScale) || at < 1) return undefined;
  return (readCardinal(own) ?? Infinity) < (readCardinal(other?.slice(0, at) ?? []) ?? 0) ? to : undefined;
};

const isUnsure = (text: string, tokens: readonly Token[], { from, to }: Range): boolean => {
  const first = tokens[from];
  const next = tokens[to];
  const run = tokens.slice(from, to);
  if (!first || hasName(run) || beginsName(text, tokens, { from, to })) return true;
  if (first.joint === 'hyphen' || next?.joint === 'hyphen') return true;
  const before = isJoined(first) ? (tokens[from - 1]?.word ?? '') : '';
  const after = wordAt(tokens, to);
  if (/\p{N}$/u.test(before) || /^\p{N}/u.test(after) || /^(?:point|dot|oh?)$/.test(before)) return true;
  if (before === 'half' && first.word === 'a') return true;
  // "hundred and fifty" without a number of hundreds before it.
  if (before === 'and' && isScale(tokens[from - 2]?.word ?? '')) return true;
  if (before === 'between' && run.some(({ word }) => word === 'and')) return true;
  if (/[\p{Sc}\p{N}.,/]$/u.test(text.slice(Math.max(0, first.from - 1), first.from))) return true;
  if (text[tokens[to - 1]?.to ?? 0] === '/') return true;
  const afterAnd = wordAt(tokens, to + 1);
  const isMixed = after === 'and' && (/^an?$/.test(afterAnd) || digitOf(afterAnd) !== undefined);
  return (
    fractions.test(after) ||
    plurals.test(after) ||
    (isMixed && fractions.test(wordAt(tokens, to + 2)) && wordAt(tokens, to + 2) !== 'point')
  );
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
  // "A dollar" alone stays, and so does "a hundred", which usually means "many".
  if (isArticle && words.length === 1)
    return measured?.text.includes('.') ? { from, ...measured } : undefined;
  // In "a hundred dollar bill" the article belongs to the bill.
  if (measured)
    return { from: isArticle && /^(?:dollar|euro)$/.test(context.after) ? from + 1 : from, ...measured };
  const isRange = /^(?:to|or)$/.test(context.before) && isNumber(context.beforePrevious);
  if (isArticle && words.length === 2 && !isRange) return undefined;
  const digits = interpret(words, context);
  if (digits === undefined) return undefined;
  return { text: digits === amount ? withUnitOfRange(tokens, { amount, range }) : digits, from, to };
};

const marks: Readonly<Record<string, string>> = { ' slash ': '/', ' dash ': '-', ' hyphen ': '-' };

/** Joins numbers with a spoken mark between them: "555-1212", "09/27". */
const joinMarked = (text: string, edits: readonly Edit[]): Edit[] => {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    const mark = last && marks[text.slice(last.to, edit.from)];
    if (last && mark !== undefined)
      joined[joined.length - 1] = { from: last.from, to: edit.to, text: last.text + mark + edit.text };
    else joined.push(edit);
  }
  return joined;
};

const editsOf = (text: string): Edit[] => {
  const tokens = tokensOf(text);
  const edits: Edit[] = [];
  for (let at = 0; at < tokens.length;) {
    if (!begins(tokens, at)) {
      at += 1;
      continue;
    }
    const to = endOf(tokens, at);
    const shared = endOfSharedScale(tokens, { from: at, to });
    if (shared !== undefined) {
      at = shared;
      continue;
    }
    const found = numberIn(text, tokens, { from: at, to });
    if (found) {
      const first = tokens[found.from];
      const last = tokens[found.to - 1];
      if (first && last) edits.push({ from: first.from, to: last.to, text: found.text });
    }
    at = found?.to ?? to;
  }
  return [...joinMarked(text, edits), ...timePoints(text)].toSorted((a, b) => a.from - b.from);
};

const isKnown = (language: string | null): boolean =>
  language !== null && numeralLanguages.includes(primaryLanguage(language));

/** Finds the edits that write English number words in digits, where they are surely numbers. */
export const digits: FindEdits = (passages) =>
  withoutSplit(
    passages,
    passages.map(({ text, language }) => (isKnown(language) ? editsOf(text) : [])),
  );

import { digitOf, readCardinal } from './cardinal.ts';
import type { Context } from './context.ts';
import type { Edit } from '../edits.ts';
import { months } from './months.ts';
import { isOrdinal, readOrdinal, writeOrdinal } from './ordinal.ts';
import { wordSet } from '../word-set.ts';

const yearCues = wordSet(
  'in since until till by year during circa late early mid spring summer autumn fall winter',
);
const hours = wordSet('ten eleven twelve');
const notAfterYears = wordSet(
  'vision hindsight seconds minutes hours days weeks months years percent dollars euros pounds people',
);
const priceCues = wordSet('cost costs for pay paid pays price priced charge charged charges');
export const halfDays = wordSet('am pm a.m p.m');
/** As in "at ten thirty a share", which is a price. */
const units = wordSet('a an each per apiece degrees dollars euros pounds percent');
const partOfDay = /^(?:tomorrow|tonight|in the (?:morning|afternoon|evening))/;

/** Two digits: "thirty", "oh five", "fifty-five". */
export const twoDigits = (words: readonly string[]): string | undefined => {
  const [first = '', second] = words;
  if (words.length === 2 && (first === 'oh' || first === 'o')) {
    const digit = digitOf(second ?? '');
    return digit === undefined || digit === '0' ? undefined : `0${digit}`;
  }
  const value = readCardinal(words);
  return value !== undefined && value >= 10 && value < 100 ? String(value) : undefined;
};

/** "nineteen eighty-four", "twenty oh five", "twenty twenty six". */
const yearOf = (words: readonly string[]): string | undefined => {
  const century = readCardinal(words.slice(0, 1));
  const rest = twoDigits(words.slice(1));
  return century !== undefined && century >= 10 && century <= 20 && rest !== undefined
    ? `${century}${rest}`
    : undefined;
};

const isSureYear = (words: readonly string[], { before, after, isAfterDay }: Context): boolean => {
  if (notAfterYears.has(after) || before === 'at' || priceCues.has(before)) return false;
  const mayBeTime = hours.has(words[0] ?? '');
  // "until ten thirty" is a time.
  if (mayBeTime && (isAfterDay || /^(?:since|until|till|by)$/.test(before))) return false;
  if (isAfterDay || months.has(before) || yearCues.has(before)) return true;
  return words[0] === 'eighteen' || words[0] === 'nineteen' || (words[0] === 'twenty' && words.length === 3);
};

/** The words as a year, unless they may be something else. */
export const sureYear = (words: readonly string[], context: Context): string | undefined =>
  isSureYear(words, context) ? yearOf(words) : undefined;

/** "seven thirty", "eighteen forty five", "oh six thirty". */
export const timeOf = (
  words: readonly string[],
  { before, after, following }: Context,
): string | undefined => {
  const isTime =
    (before === 'at' && !units.has(after)) ||
    halfDays.has(after) ||
    after === 'hours' ||
    partOfDay.test(following);
  if (!isTime) return undefined;
  const [first = '', second = '', third] = words;
  const isEarly = first === 'oh' || first === 'o' || first === 'zero';
  // As soldiers say: "oh eight hundred".
  if (isEarly && third === 'hundred' && words.length === 3) return `0${digitOf(second) ?? ''}00`;
  const hour = readCardinal([isEarly ? second : first]) ?? 0;
  const minutes = twoDigits(words.slice(isEarly ? 2 : 1));
  if (hour < 1 || hour > (isEarly ? 9 : 23) || minutes === undefined || Number(minutes) > 59)
    return undefined;
  return `${isEarly ? '0' : ''}${hour}:${minutes}`;
};

const fourDigits = (words: readonly string[]): string | undefined => {
  const value = readCardinal(words);
  return value !== undefined && value >= 1_000 && value < 3_000 ? String(value) : undefined;
};

const writtenDay = (words: readonly string[]): string | undefined => {
  const ordinal = readOrdinal(words);
  const day = ordinal ?? readCardinal(words);
  if (day === undefined || day < 1 || day > 31) return undefined;
  return ordinal === undefined ? String(day) : writeOrdinal(day);
};

/** The day and the year of a date, such as "third twenty twenty six" after a month. */
export const dayAndYear = (words: readonly string[], { before }: Context): string | undefined => {
  if (!months.has(before)) return undefined;
  const at = words.findIndex(isOrdinal) + 1;
  for (const end of at > 0 ? [at] : [2, 1]) {
    const day = writtenDay(words.slice(0, end));
    const rest = words.slice(end);
    const year = hours.has(rest[0] ?? '') ? undefined : (yearOf(rest) ?? fourDigits(rest));
    if (day !== undefined && year !== undefined) return `${day} ${year}`;
  }
  return undefined;
};

const dottedTime =
  /(?:(?<![\d.,])(?=[\d.]+\s+[ap]\.?m\b)|(?<=\bat )(?=[\d.]+\s+in the (?:morning|afternoon|evening)\b))(?:1?\d|2[0-3])(\.)[0-5]\d(?!\d)/giu;

/** The points of times as the British write them: "at 10.30 in the morning", "10.30 p.m." */
export const timePoints = (text: string): Edit[] =>
  Array.from(text.matchAll(dottedTime), ({ 0: time, index }) => {
    const from = index + time.indexOf('.');
    return { from, to: from + 1, text: ':' };
  });

import { digitOf, isNumberWord, readCardinal, scales, writeCardinal } from './cardinal.ts';
import { isOrdinal, readOrdinal, writeOrdinal } from './ordinal.ts';

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const months = set(
  'january february march april may june july august september october november december',
);
const yearCues = set('in since until till year during circa late early mid spring summer autumn fall winter');
const hours = set('ten eleven twelve');
const notAfterYears = set(
  'vision hindsight seconds minutes hours days weeks months years percent dollars euros pounds people',
);
const halfDays = set('am pm a.m p.m');
const labels = set(
  'chapter page room step version channel gate platform section figure part level question item track episode season volume terminal zone phase',
);
export const repeats: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);

/** The words around a number. Only words that a single space separates from it count. */
export type Context = {
  readonly before: string;
  readonly after: string;
  readonly afterNext: string;
  readonly beforePrevious: string;
};

/** "one two three" may be counting, not a number. */
const isCounting = (digits: string): boolean => '123456789'.startsWith(digits);

/** Digits that are spoken one by one: at least three digits, or digits with "double". */
const digitSequence = (words: readonly string[]): string | undefined => {
  let digits = '';
  let isRepeated = false;
  for (let at = 0; at < words.length; at += 1) {
    const times = repeats.get(words[at] ?? '');
    const digit = digitOf(words[times === undefined ? at : at + 1] ?? '');
    if (digit === undefined) return undefined;
    digits += digit.repeat(times ?? 1);
    if (times !== undefined) [at, isRepeated] = [at + 1, true];
  }
  return digits.length >= 3 && (isRepeated || !isCounting(digits)) ? digits : undefined;
};

/** Two digits: "thirty", "oh five", "fifty-five". */
const twoDigits = (words: readonly string[]): string | undefined => {
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

const isSureYear = (words: readonly string[], { before, after }: Context): boolean => {
  if (notAfterYears.has(after)) return false;
  // "until ten thirty" is a time.
  if (/^(?:since|until|till)$/.test(before) && hours.has(words[0] ?? '')) return false;
  if (months.has(before) || yearCues.has(before)) return true;
  return words[0] === 'eighteen' || words[0] === 'nineteen' || (words[0] === 'twenty' && words.length === 3);
};

const timeOf = (words: readonly string[], { before, after }: Context): string | undefined => {
  const hour = readCardinal(words.slice(0, 1)) ?? 0;
  const minutes = twoDigits(words.slice(1));
  const isTime = before === 'at' || halfDays.has(after);
  return isTime && hour >= 1 && hour <= 12 && minutes !== undefined && Number(minutes) < 60
    ? `${hour}:${minutes}`
    : undefined;
};

/** "three point one four", "two point five million". */
const decimalOf = (words: readonly string[]): string | undefined => {
  const point = words.indexOf('point');
  if (point < 1) return undefined;
  const scale = scales.has(words.at(-1) ?? '') ? words.at(-1) : undefined;
  const whole = readCardinal(words.slice(0, point));
  const digits = words.slice(point + 1, scale === undefined ? words.length : -1).map(digitOf);
  if (whole === undefined || digits.length === 0 || digits.includes(undefined)) return undefined;
  return `${writeCardinal(whole)}.${digits.join('')}${scale === undefined ? '' : ` ${scale}`}`;
};

const isSureOrdinal = (words: readonly string[], { before, after, afterNext }: Context): boolean => {
  // In "a thirty-second break" it is a duration.
  const mayBeTime = words.length > 1 && words.at(-1) === 'second';
  if ((words.length > 1 && !mayBeTime) || months.has(before)) return true;
  if (mayBeTime) return before === 'the' || after === 'of';
  const isSmall = /^(?:first|second|third)$/.test(words[0] ?? '');
  return before === 'the' && (!isSmall || (after === 'of' && months.has(afterNext)));
};

/** The day and the year of a date, such as "third twenty twenty six" after a month. */
const dayAndYear = (words: readonly string[], { before }: Context): string | undefined => {
  const at = words.findIndex(isOrdinal);
  if (!months.has(before) || at < 0 || at === words.length - 1) return undefined;
  const day = readOrdinal(words.slice(0, at + 1));
  const rest = words.slice(at + 1);
  const year = hours.has(rest[0] ?? '') ? undefined : (yearOf(rest) ?? fourDigits(rest));
  return day !== undefined && day <= 31 && year !== undefined ? `${writeOrdinal(day)} ${year}` : undefined;
};

const fourDigits = (words: readonly string[]): string | undefined => {
  const value = readCardinal(words);
  return value !== undefined && value >= 1_000 && value < 3_000 ? String(value) : undefined;
};

const joints = set('and or to');
const pronouns = set('no some any every each this that the which another');

/** "one or two", "platforms two and one", but not "no one and two others". */
const isBesideNumber = ({ before, after, afterNext, beforePrevious }: Context): boolean =>
  (joints.has(after) && isNumberWord(afterNext) && !pronouns.has(before)) ||
  (joints.has(before) && isNumberWord(beforePrevious) && after === '');

const isSureOne = ({ before, after, ...others }: Context): boolean =>
  isBesideNumber({ before, after, ...others }) ||
  months.has(before) ||
  labels.has(before) ||
  halfDays.has(after) ||
  /^(?:percent|per|dollar|euro|o['’]clock)$/.test(after);

/** An amount, which may be followed by a unit: a cardinal or a decimal. */
export const amountOf = (words: readonly string[], context: Context): string | undefined => {
  if (words.length === 1 && words[0] === 'one' && !isSureOne(context)) return undefined;
  const value = readCardinal(words);
  return value === undefined ? decimalOf(words) : writeCardinal(value);
};

/** The words as a number in digits. Undefined unless they surely are one number. */
export const interpret = (words: readonly string[], context: Context): string | undefined => {
  const year = yearOf(words);
  const ordinal = readOrdinal(words);
  return (
    timeOf(words, context) ??
    digitSequence(words) ??
    (year !== undefined && isSureYear(words, context) ? year : undefined) ??
    dayAndYear(words, context) ??
    (ordinal !== undefined && isSureOrdinal(words, context) ? writeOrdinal(ordinal) : undefined) ??
    amountOf(words, context)
  );
};

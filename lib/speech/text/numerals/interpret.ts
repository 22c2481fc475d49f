import { digitOf, isNumberWord, readCardinal, scales, writeCardinal } from './cardinal.ts';
import { type Context, isNumber } from './context.ts';
import { months } from './months.ts';
import { dayAndYear, halfDays, sureYear, timeOf, twoDigits } from './dates.ts';
import { readOrdinal, writeOrdinal } from './ordinal.ts';
import { digitSequence, joinedNumber, labels } from './sequences.ts';
import { wordSet } from '../word-set.ts';

/** The words after a point: "one four", "oh five", "twenty five". */
const afterPoint = (words: readonly string[]): string | undefined => {
  const digits = words.map(digitOf);
  if (digits.length > 0 && !digits.includes(undefined)) return digits.join('');
  const value = readCardinal(words);
  return value !== undefined && value < 100 ? String(value) : undefined;
};

/** The words of a number, split at "point" or "dot". */
const splitAtPoints = (words: readonly string[]): string[][] => {
  const parts: string[][] = [[]];
  for (const word of words)
    if (word === 'point' || word === 'dot') parts.push([]);
    else parts.at(-1)?.push(word);
  return parts;
};

/** "three point one four", "two point five million", "three point one point four". */
const decimalOf = (words: readonly string[]): string | undefined => {
  const scale = scales.has(words.at(-1) ?? '') ? words.at(-1) : undefined;
  const [whole = [], ...rest] = splitAtPoints(scale === undefined ? words : words.slice(0, -1));
  const value = readCardinal(whole);
  const first = value === undefined ? afterPoint(whole) : writeCardinal(value, whole);
  const others = rest.map(afterPoint);
  if (others.length === 0 || first === undefined || others.includes(undefined)) return undefined;
  if (value === undefined && others.length === 1) return undefined;
  return [first, ...others].join('.') + (scale === undefined ? '' : ` ${scale}`);
};

const isSureOrdinal = (
  words: readonly string[],
  { before, after, afterNext, isBeforeStreet, following }: Context,
): boolean => {
  // In "a thirty-second break" it is a duration.
  const mayBeTime = words.length > 1 && words.at(-1) === 'second';
  if ((words.length > 1 && !mayBeTime) || months.has(before)) return true;
  if (mayBeTime)
    return before === 'the' || after === 'of' || isBeforeStreet || /^(?:street|avenue)/.test(following);
  const isSmall = /^(?:first|second|third)$/.test(words[0] ?? '');
  return before === 'the' && (!isSmall || (after === 'of' && months.has(afterNext)));
};

const joints = wordSet('and or to plus minus times by through slash');
const pronouns = wordSet('no some any every each this that the which another');
const notOfOne = wordSet('of another more');
/** As in "one to one" and "one by one". */
const isIdiom = (joint: string, other: string): boolean =>
  /^(?:one|1)$/.test(other) && /^(?:and|by|or|to)$/.test(joint);

/** "one or two", "platforms two and one", but not "no one and two others" and "one to one". */
const isBesideNumber = ({ before, after, afterNext, beforePrevious, isListed }: Context): boolean => {
  if (notOfOne.has(after)) return false;
  const isFirst = joints.has(after) && isNumber(afterNext) && !isIdiom(after, afterNext);
  if (isFirst || isListed) return !pronouns.has(before);
  const isSecond = joints.has(before) && isNumber(beforePrevious) && !isIdiom(before, beforePrevious);
  return isSecond && (after === '' || before !== 'and');
};

/** "one in five adults", "one out of ten". Not "one in nineteen eighty-four" and "one in ten minutes". */
const isShare = ({ before, after, afterNext, following }: Context): boolean => {
  if (/^out of \S/.test(following)) return true;
  const isOther = /^in (?:eighteen|nineteen|twenty)|(?:seconds|minutes|hours|days|weeks|months|years)$/.test(
    following,
  );
  return before === '' && after === 'in' && isNumberWord(afterNext) && !isOther;
};

const isSureOne = (context: Context): boolean =>
  isBesideNumber(context) ||
  isShare(context) ||
  months.has(context.before) ||
  (labels.has(context.before) && !notOfOne.has(context.after)) ||
  halfDays.has(context.after) ||
  /^(?:percent|per|dollar|euro|o['’]clock)$/.test(context.after);

/** An amount, which may be followed by a unit: a cardinal or a decimal. */
export const amountOf = (words: readonly string[], context: Context): string | undefined => {
  if (words.length === 1 && words[0] === 'one' && !isSureOne(context)) return undefined;
  const value = readCardinal(words);
  if (value === undefined) return decimalOf(words);
  const written = writeCardinal(value, words);
  return labels.has(context.before) ? written.replaceAll(',', '') : written;
};

/** As in "oh nine slash twenty seven". */
const isSlashed = ({ before, after }: Context): boolean => before === 'slash' || after === 'slash';

/** The words as a number in digits. Undefined unless they surely are one number. */
export const interpret = (words: readonly string[], context: Context): string | undefined => {
  const ordinal = readOrdinal(words);
  return (
    (context.isBeforeStreet ? joinedNumber(words, context) : undefined) ??
    timeOf(words, context) ??
    digitSequence(words, context) ??
    (isSlashed(context) ? twoDigits(words) : undefined) ??
    sureYear(words, context) ??
    dayAndYear(words, context) ??
    joinedNumber(words, context) ??
    (ordinal !== undefined && isSureOrdinal(words, context) ? writeOrdinal(ordinal) : undefined) ??
    amountOf(words, context)
  );
};

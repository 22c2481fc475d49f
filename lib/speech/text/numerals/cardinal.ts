import { english } from '../number-words.ts';

const { units, teens, tens } = english;

const small = new Map([
  ...units.map((word, i) => [word, i] as const),
  ...teens.map((word, i) => [word, 10 + i] as const),
]);
const tensOf = new Map(tens.map((word, i) => [word, 20 + 10 * i] as const));

/** The words that multiply the number before them. */
export const scales: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

/** Whether a word multiplies the number before it. */
export const isScale = (word: string): boolean => word === 'hundred' || scales.has(word);

/** The words that repeat the digit after them. */
export const repeats: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);

/** A number and the index of the word after it. */
type Read = { readonly value: number; readonly next: number };

const belowHundred = (words: readonly string[], at: number): Read | undefined => {
  const word = words[at] ?? '';
  const ten = tensOf.get(word);
  if (ten !== undefined) {
    const unit = small.get(words[at + 1] ?? '');
    return unit !== undefined && unit > 0 && unit < 10
      ? { value: ten + unit, next: at + 2 }
      : { value: ten, next: at + 1 };
  }
  const value = small.get(word);
  return value === undefined ? undefined : { value, next: at + 1 };
};

/** Skips an "and" before a number below 100. */
const afterAnd = (words: readonly string[], at: number): number =>
  words[at] === 'and' && belowHundred(words, at + 1) ? at + 1 : at;

const belowThousand = (words: readonly string[], at: number): Read | undefined => {
  const first = belowHundred(words, at);
  if (!first || first.value === 0 || words[first.next] !== 'hundred') return first;
  const rest = belowHundred(words, afterAnd(words, first.next + 1));
  const value = 100 * first.value;
  if (!rest || rest.value === 0) return { value, next: first.next + 1 };
  return { value: value + rest.value, next: rest.next };
};

/** The value of a cardinal number in English words. Undefined unless all words belong to it. */
export const readCardinal = (words: readonly string[]): number | undefined => {
  let total = 0;
  let at = 0;
  let below = Infinity;
  while (at < words.length) {
    const group = belowThousand(words, at > 0 ? afterAnd(words, at) : at);
    // "one thousand fifteen hundred" are two numbers.
    if (!group || group.value >= below || (group.value === 0 && words.length > 1)) return undefined;
    const scale = scales.get(words[group.next] ?? '');
    if (scale === undefined) return group.next === words.length ? total + group.value : undefined;
    if (scale >= below || group.value >= 1_000) return undefined;
    total += group.value * scale;
    below = scale;
    at = group.next + 1;
  }
  return words.length > 0 ? total : undefined;
};

/** The digit of a word for 0 to 9. "oh" is 0. */
export const digitOf = (word: string): string | undefined => {
  const value = word === 'oh' || word === 'o' ? 0 : small.get(word);
  return value !== undefined && value < 10 ? String(value) : undefined;
};

/** Whether the word is part of a cardinal number. */
export const isNumberWord = (word: string): boolean => small.has(word) || tensOf.has(word);

/** "nineteen hundred", "two thousand and ten": numbers that may be years, which have no comma. */
const mayBeYear = (words: readonly string[], value: number): boolean =>
  (words[1] === 'hundred' && value < 2_100) || (words[0] === 'two' && value >= 2_000 && value < 2_100);

/** The written form of a number in words: "950", "2,500", "3 million", but the year "2010". */
export const writeCardinal = (value: number, words: readonly string[]): string => {
  for (const [name, scale] of [...scales].toReversed())
    if (scale >= 1e6 && value >= scale && value % scale === 0 && value / scale < 1_000)
      return `${value / scale} ${name}`;
  return mayBeYear(words, value) ? String(value) : value.toLocaleString('en-US');
};

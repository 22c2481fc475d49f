import { characterDigits, folded, maxWordsOfNumber, spokenNumbers } from '../number-words.ts';
import type { Joined, Span } from './joined.ts';

/** Typed or spoken digits: "4242", "four", "double two", "forty-two". */
export type Digits = Span & { readonly digits: string; readonly isTyped: boolean };

/** Digits with only separators, fillers and words such as "dash" between them. */
export type Chain = readonly Digits[];

const token = /\p{Nd}+|[零〇一二三四五六七八九幺]+|[[\p{L}\p{M}]--[零〇一二三四五六七八九幺]]+/gv;
/** What may be between the parts of one number, as a character class of a regular expression. */
export const separator = String.raw`[\s\p{Cf}.,:;?!'’"“”„()·•・،؛、。，।…\/‐‑‒–—−－-]`;
const separators = new RegExp(`^${separator}*$`, 'u');
const maxSeparators = 12;
const skipped: ReadonlySet<string> = new Set(
  'um uh uhm umm er erm hmm dash hyphen minus space comma dot punkt strich guion tiret euh äh ähm eh の 에'.split(
    ' ',
  ),
);
/** Whether a word is a filler or names a separator. */
export const isSkipped = (word: string): boolean => skipped.has(word.toLowerCase());
const none: ReadonlySet<string> = new Set();
const repeats: ReadonlyMap<string, number> = new Map([
  ...['double', 'doppel', 'doble', 'doppio', 'dubbel'].map((word) => [word, 2] as const),
  ...['triple', 'treble', 'triplo', 'tripel'].map((word) => [word, 3] as const),
  ['quadruple', 4],
]);

const asciiDigits = new Map<string, string>();

/** The ASCII digit of a digit in any script: the digits of a script follow its zero. */
const asciiDigit = (character: string): string => {
  const known = asciiDigits.get(character);
  if (known !== undefined) return known;
  const normal = character.normalize('NFKC');
  const code = normal.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  const digit = /\d/.test(normal) ? normal : String(code - zero);
  asciiDigits.set(character, digit);
  return digit;
};

type Token = Span & {
  readonly word: string;
  readonly language: string | null;
  /** Whether a hyphen joins it to the previous token. */
  readonly isHyphenated: boolean;
};

const tokensOf = (joined: Joined): Token[] =>
  Array.from(joined.text.matchAll(token), ({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    word,
    language: joined.languageAt(index),
    isHyphenated: joined.text[index - 1] === '-',
  }));

const typed = ({ word, ...span }: Token): Digits | undefined =>
  /^\p{Nd}/u.test(word)
    ? { ...span, digits: Array.from(word, asciiDigit).join(''), isTyped: true }
    : undefined;

const numberOf = ({ word, language }: Token): string | undefined =>
  spokenNumbers(language).get(folded(word)) ?? characterDigits(word, language);

/** A number of several words that are separated by a space or a hyphen, and how many words it has. */
const phraseAt = (tokens: readonly Token[], at: number): { number: string; count: number } | undefined => {
  const numbers = spokenNumbers(tokens[at]?.language ?? null);
  for (let count = maxWordsOfNumber; count > 1; count -= 1) {
    const words = tokens.slice(at, at + count);
    const isClose = words.every(({ from }, i) => i === 0 || from - (words[i - 1]?.to ?? 0) === 1);
    const number = isClose ? numbers.get(words.map(({ word }) => folded(word)).join('-')) : undefined;
    // "trente quatre-vingt-quatre" is 30 and 84.
    const isOther =
      !words.at(-1)?.isHyphenated &&
      tokens[at + count]?.isHyphenated &&
      phraseAt(tokens, at + count - 1) !== undefined;
    if (number !== undefined && words.length === count && !isOther) return { number, count };
  }
  return undefined;
};

/** The spoken digits from a token on, and how many tokens they take. */
const spoken = (tokens: readonly Token[], at: number): { digits: Digits; count: number } | undefined => {
  const first = tokens[at];
  const second = tokens[at + 1];
  if (!first) return undefined;
  const next = second && (typed(second)?.digits ?? numberOf(second));
  const times = repeats.get(first.word.toLowerCase());
  if (times !== undefined && second && next?.length === 1) {
    return {
      digits: { from: first.from, to: second.to, digits: next.repeat(times), isTyped: false },
      count: 2,
    };
  }
  const own = numberOf(first);
  if (own === undefined) return undefined;
  const { number = own, count = 1 } = phraseAt(tokens, at) ?? {};
  const to = tokens[at + count - 1]?.to ?? first.to;
  return { digits: { from: first.from, to, digits: number, isTyped: false }, count };
};

/** Digits, or another word. */
export type Piece = Span & { readonly word: string; readonly digits: Digits | undefined };

/** All digits and words of a text. */
export const piecesOf = (joined: Joined): Piece[] => {
  const tokens = tokensOf(joined);
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length;) {
    const own = tokens[at];
    if (!own) break;
    const typedDigits = typed(own);
    const { digits, count } = (typedDigits ? { digits: typedDigits, count: 1 } : spoken(tokens, at)) ?? {
      digits: undefined,
      count: 1,
    };
    pieces.push({ from: own.from, to: digits?.to ?? own.to, word: own.word, digits });
    at += count;
  }
  return pieces;
};

/** Whether the text between two parts of a number is only separators. */
export const isSeparator = (text: string): boolean => text.length <= maxSeparators && separators.test(text);

/** All digits of the pieces of a text, as chains. A chain also skips the words of `between`. */
export const chainsOf = (
  { text }: Joined,
  pieces: readonly Piece[],
  between: ReadonlySet<string> = none,
): Chain[] => {
  const chains: Digits[][] = [];
  let end = -1;
  for (const { from, to, word, digits } of pieces) {
    const isJoined = end >= 0 && isSeparator(text.slice(end, from));
    const open = chains.at(-1);
    if (digits && isJoined && open) open.push(digits);
    else if (digits) chains.push([digits]);
    const isKept = digits ?? (isJoined && (isSkipped(word) || between.has(word.toLowerCase())));
    end = isKept ? to : -1;
  }
  return chains;
};

export const digitsOf = (chain: Chain): string => chain.map(({ digits }) => digits).join('');

export const spanOf = (chain: Chain): Span => ({ from: chain[0]?.from ?? 0, to: chain.at(-1)?.to ?? 0 });

/** Whether a chain only counts, as in "one, two, three, four" and "10, 20, 30, 40". */
export const isCounting = (chain: Chain): boolean => {
  const numbers = chain.map(({ digits }) => Number(digits));
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0);
  return (
    numbers.length > 3 && step !== 0 && numbers.every((n, i) => i === 0 || n - (numbers[i - 1] ?? 0) === step)
  );
};

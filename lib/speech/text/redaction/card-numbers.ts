import { type Chain, chainsOf, type Digits, digitsOf, isCounting, type Piece, spanOf } from './digits.ts';
import type { Joined, Span } from './joined.ts';
import { betweenGroups, splitAtCorrections, withoutLastFour, withoutReadBack } from './read-back.ts';
import { withScales } from './scales.ts';

const lengths = [13, 14, 15, 16, 17, 18, 19] as const;

/** The checksum of card numbers (Luhn 1954, ISO/IEC 7812). */
const hasLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? 2 * digit : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/** The first digits of the numbers of today's card networks. */
const issuers = /^(?:2[2-7]|3|4|5|6)/;

/** The first digits of cards with 15 and 18 digits. */
const issuersOfTriples = /^(?:3[47].{13}|(?:5|6).{16})$/;

/** Whether a chain is of typed groups of three digits. Cards are rarely written so, but lists of values are. */
const areTriples = (chain: Chain): boolean =>
  chain.length > 1 && chain.every(({ digits, isTyped }) => isTyped && digits.length === 3);

/**
 * Whether a chain may be a list: years, amounts and times are also listed with commas, colons and words, but rarely
 * begin like a card number.
 */
const mayBeList = (text: string, chain: Chain): boolean =>
  chain.some(
    ({ from, isTyped }, i) =>
      isTyped && i > 0 && /[,:\p{L}]/u.test(text.slice(chain[i - 1]?.to ?? from, from)),
  );

const isCard = (text: string, chain: Chain): boolean => {
  const digits = digitsOf(chain);
  if (!hasLuhn(digits) || !/[1-9]/.test(digits) || isCounting(chain)) return false;
  if (areTriples(chain)) return issuersOfTriples.test(digits);
  return issuers.test(digits) || !mayBeList(text, chain);
};

const gapBefore = ({ text }: Joined, chain: Chain, at: number): string =>
  text.slice(chain[at - 1]?.to, chain[at]?.from);

/** Whether a sentence, a segment or the chain begins or ends here. */
const isEnd = (joined: Joined, chain: Chain, at: number): boolean =>
  at === 0 || at === chain.length || /[\n.;?!。…]/u.test(gapBefore(joined, chain, at));

/** Whether a number may begin or end here: between groups of digits, and at the end of a sentence or segment. */
const isBorder = (joined: Joined, chain: Chain, at: number): boolean => {
  const before = chain[at - 1];
  const after = chain[at];
  if (!before || !after) return true;
  const isGrouped = [before, after].some(({ digits, isTyped }) => isTyped && digits.length > 2);
  return isGrouped || before.isTyped !== after.isTyped || isEnd(joined, chain, at);
};

type Border = (at: number) => boolean;
type Wanted = { readonly length: number; readonly isOpen: Border };

/**
 * The card numbers in a chain that have this many digits and begin and end at borders. Inside a sentence they begin like
 * a card number, because a part of any long number may have a valid checksum.
 */
const cardsOf = (joined: Joined, chain: Chain, { length, isOpen }: Wanted): Chain[] => {
  const found: Chain[] = [];
  for (let from = 0; from < chain.length; from += 1) {
    if (!isOpen(from)) continue;
    let to = from;
    let digits = 0;
    while (digits < length && to < chain.length) {
      digits += chain[to]?.digits.length ?? 0;
      to += 1;
    }
    const part = chain.slice(from, to);
    if (digits !== length || !isOpen(to) || !isCard(joined.text, part)) continue;
    const isWhole = isEnd(joined, chain, from) && isEnd(joined, chain, to);
    if (!isWhole && !issuers.test(digitsOf(part))) continue;
    found.push(part);
  }
  return found;
};

/** Sorts spans, and merges those that overlap. */
const merged = (spans: readonly Span[]): Span[] => {
  const found: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last && from < last.to) found[found.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else found.push({ from, to });
  }
  return found;
};

/** The first digits of the 15- and 16-digit numbers of today's card networks. */
const usual = new Map([
  [15, /^3[47]/],
  [16, /^(?:2[2-7]|3[05689]|4|5|6)/],
]);

/**
 * Whether a number may begin or end inside these digits. Not in typed groups of up to four digits, because years and
 * such groups are listed too often.
 */
const isDivisible = ({ digits, isTyped }: Digits): boolean => digits.length > 4 || !isTyped;

/**
 * Card numbers of the usual lengths anywhere in a chain. Each span includes all digits of the groups in which it begins
 * and ends.
 */
const cardsAnywhere = (chain: Chain): Span[] => {
  const all = digitsOf(chain);
  const owners = chain.flatMap((digits) => Array.from(digits.digits, () => digits));
  const isOpen = (at: number): boolean => {
    const owner = owners[at];
    return owner === undefined || owner !== owners[at - 1] || isDivisible(owner);
  };
  return [...usual].flatMap(([length, prefix]) =>
    owners.flatMap((_, at) => {
      const number = all.slice(at, at + length);
      if (number.length < length || !isOpen(at) || !isOpen(at + length)) return [];
      const part = [...new Set(owners.slice(at, at + length))];
      return prefix.test(number) && hasLuhn(number) && !isCounting(part) ? [spanOf(part)] : [];
    }),
  );
};

/**
 * The card numbers of a chain: 13 to 19 digits with a valid checksum. Digits that are spoken without a pause are one
 * number. Only in a chain of more than the usual length may the number begin and end anywhere, for example when the
 * expiry date follows.
 */
const cardsIn = (joined: Joined, chain: Chain): Span[] => {
  const count = digitsOf(chain).length;
  if (count < 13) return [];
  const within = lengths.flatMap((length) =>
    cardsOf(joined, chain, { length, isOpen: (at) => isBorder(joined, chain, at) }),
  );
  return [...within.map(spanOf), ...(count > 16 ? cardsAnywhere(chain) : [])];
};

/** The maximum number of digits of a chain that is a card number with a correction. Without a limit, the time would be quadratic. */
const maxCorrectedDigits = 40;

/**
 * The chain if it is a card number of a usual length once a correction has replaced the digits that are too many.
 */
const correctedCards = ({ text }: Joined, chain: Chain): Span[] => {
  const { length: count } = digitsOf(chain);
  if (count > maxCorrectedDigits) return [];
  const isCorrected = splitAtCorrections(text, chain).some(({ before, after }) =>
    [...usual].some(([length, prefix]) => {
      const wrong = count - length;
      const number = digitsOf(before).slice(0, -wrong) + digitsOf(after);
      return wrong > 0 && number.length === length && prefix.test(number) && hasLuhn(number);
    }),
  );
  return isCorrected ? [spanOf(chain)] : [];
};

type Found = { readonly pieces: readonly Piece[]; readonly chains: readonly Chain[] };

/** Chains with answers and joining words between groups, also without what was read back. */
const wideChains = (joined: Joined, pieces: readonly Piece[]): Chain[] =>
  chainsOf(joined, pieces, betweenGroups).flatMap((chain) => {
    const once = withoutReadBack(
      chain,
      (at) => isBorder(joined, chain, at) || /[,\p{L}]/u.test(gapBefore(joined, chain, at)),
    );
    return once.length < chain.length ? [chain, once] : [chain];
  });

const minPlainDigits = 8;

/** Chains with "four thousand" as digits. Most digits must be others, because amounts are listed, too. */
const scaledChains = (joined: Joined, pieces: readonly Piece[]): Chain[] => {
  const scaled = withScales(pieces);
  if (scaled === pieces) return [];
  const known = new Set(pieces.map(({ digits }) => digits));
  return wideChains(joined, scaled).filter((chain) => {
    const plain = chain.filter((digits) => known.has(digits));
    return plain.length < chain.length && digitsOf(plain).length >= minPlainDigits;
  });
};

/** The card numbers in these chains, and in the chains of pieces that also have answers and joining words between groups. */
export const cardNumbers = (joined: Joined, { pieces, chains }: Found): Span[] => {
  const own = withoutLastFour(pieces);
  const wide = wideChains(joined, own);
  return merged([
    ...[...chains, ...wide, ...scaledChains(joined, own)].flatMap((chain) => cardsIn(joined, chain)),
    ...wide.flatMap((chain) => correctedCards(joined, chain)),
  ]);
};

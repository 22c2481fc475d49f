import { chainsOf, digitsOf, type Piece, spanOf } from './digits.ts';
import type { Joined, Span } from './joined.ts';
import { isOther } from './other-numbers.ts';
import { northAmerican, splitAtGaps } from './phone-numbers.ts';
import { answers } from './read-back.ts';
import { withScales } from './scales.ts';

/** "(one) eight hundred", and then seven digits. */
const tollFree = /^1?800[2-9]\d{6}$/;

const tollFreeNumbers = (joined: Joined, pieces: readonly Piece[]): Span[] => {
  const scaled = withScales(pieces);
  if (scaled === pieces) return [];
  return chainsOf(joined, scaled)
    .filter((chain) => tollFree.test(digitsOf(chain)))
    .map(spanOf);
};

/** Answers, and "then". "And" alone also joins other numbers. */
const answer = /(?<!\p{L})(?:okay|ok|yes|yeah|yep|right|then|got it|uh[ -]?huh)(?!\p{L})/iu;

const withAnswers = (joined: Joined, pieces: readonly Piece[]): Span[] =>
  chainsOf(joined, pieces, answers)
    .map((chain) => splitAtGaps(joined, chain, answer))
    .filter(
      (groups) =>
        groups.length > 1 &&
        /^(?:3 (?:3 4|7)|6 4)$/.test(groups.map((one) => digitsOf(one).length).join(' ')),
    )
    .map((groups) => groups.flat())
    .filter((chain) => northAmerican.test(digitsOf(chain)))
    .map(spanOf);

/**
 * The North American phone numbers that begin with a spoken "eight hundred", or that have answers between their groups:
 * "415, okay, 555, yes, 2671".
 */
export const dictatedPhoneNumbers = (joined: Joined, pieces: readonly Piece[]): Span[] =>
  [...tollFreeNumbers(joined, pieces), ...withAnswers(joined, pieces)].filter(
    (span) => !isOther(joined, span),
  );

import type { Digits, Piece } from './digits.ts';

const isClose = (before: Piece, after: Piece): boolean => after.from - before.to === 1;

/** The piece at an index as spoken digits of this length. Undefined for anything else. */
const spokenAt = (
  pieces: readonly Piece[],
  at: number,
  ...lengths: readonly number[]
): Digits | undefined => {
  const digits = pieces[at]?.digits;
  const before = pieces[at - 1];
  const own = pieces[at];
  const follows = at === 0 || (before !== undefined && own !== undefined && isClose(before, own));
  return digits && !digits.isTyped && follows && lengths.includes(digits.digits.length) ? digits : undefined;
};

const isWord = (pieces: readonly Piece[], at: number, word: string): boolean => {
  const before = pieces[at - 1];
  const own = pieces[at];
  return before !== undefined && own !== undefined && isClose(before, own) && own.word.toLowerCase() === word;
};

type Group = { readonly digits: string; readonly count: number };

/** "four thousand", "four thousand two hundred forty two", "fifty-one hundred": four digits, or three as in "eight hundred". */
const groupAt = (pieces: readonly Piece[], at: number): Group | undefined => {
  const first = pieces[at]?.digits;
  if (!first || first.isTyped || first.digits.length > 2) return undefined;
  if (isWord(pieces, at + 1, 'hundred')) return { digits: `${first.digits}00`, count: 2 };
  if (first.digits.length > 1 || !isWord(pieces, at + 1, 'thousand')) return undefined;
  const hundreds = spokenAt(pieces, at + 2, 1);
  if (!hundreds || !isWord(pieces, at + 3, 'hundred')) return { digits: `${first.digits}000`, count: 2 };
  const and = isWord(pieces, at + 4, 'and') ? 1 : 0;
  const rest = spokenAt(pieces, at + 4 + and, 2);
  const digits = `${first.digits}${hundreds.digits}${rest?.digits ?? '00'}`;
  return { digits, count: rest ? 5 + and : 4 };
};

/** The pieces with "four thousand" and "fifty-one hundred" as digits. The same pieces if there are none. */
export const withScales = (pieces: readonly Piece[]): readonly Piece[] => {
  if (!pieces.some(({ word }) => /^(?:hundred|thousand)$/iu.test(word))) return pieces;
  const found: Piece[] = [];
  for (let at = 0; at < pieces.length;) {
    const own = pieces[at];
    if (!own) break;
    const group = groupAt(pieces, at);
    const to = pieces[at + (group?.count ?? 1) - 1]?.to ?? own.to;
    const digits = group && { from: own.from, to, digits: group.digits, isTyped: false };
    found.push(digits ? { ...own, to, digits } : own);
    at += group?.count ?? 1;
  }
  return found;
};

import { maxLineColumns, readingMsOf } from './columns.ts';
import type { Ending, TimedPiece } from './timed-text.ts';

/** The first `at` pieces form the first line. */
type Layout = { readonly at: number; readonly cost: number };

/** The cost of ending a line or a caption after a piece, by its ending. Lower reads better. */
const endCost = { sentence: 0, clause: 1, none: 3 } as const satisfies Record<Ending, number>;
const sentenceInLine = 6;
const orphan = 10;
const topHeavy = 1;
const shortWordColumns = 3;
const shortWord = 1;

/** The cost of a break after a piece. Higher after short words such as "of" and "the", which belong to the next word. */
export const breakCost = ({ ending, columns, isSpaced }: TimedPiece): number =>
  endCost[ending] + (ending === 'none' && isSpaced && columns <= shortWordColumns ? shortWord : 0);

const width = ({ columns, isSpaced }: TimedPiece, isFirst: boolean): number =>
  columns + (isSpaced && !isFirst ? 1 : 0);

/** The width of the pieces in one line, in columns. */
export const lineColumns = (pieces: readonly TimedPiece[]): number =>
  pieces.reduce((sum, piece, i) => sum + width(piece, i === 0), 0);

/** How long it takes to read the pieces. */
export const timeToReadMs = (pieces: readonly TimedPiece[]): number =>
  pieces.reduce(
    (sum, piece, i) => sum + piece.readingMs + (piece.isSpaced && i > 0 ? readingMsOf(' ') : 0),
    0,
  );

const join = (pieces: readonly TimedPiece[]): string =>
  pieces.map(({ text, isSpaced }, i) => (isSpaced && i > 0 ? ` ${text}` : text)).join('');

const sentencesInside = (pieces: readonly TimedPiece[]): number =>
  pieces.slice(0, -1).filter(({ ending }) => ending === 'sentence').length;

/**
 * One line if the pieces fit on it after their label. Otherwise the two lines that read best: broken after punctuation,
 * about equal or the second one longer, and without a single word on the second line. Undefined if the pieces do not fit
 * on two lines.
 */
export const layOut = (pieces: readonly TimedPiece[]): Layout | undefined => {
  const label = pieces[0]?.labelColumns ?? 0;
  const total = label + lineColumns(pieces);
  const inside = sentencesInside(pieces) * sentenceInLine;
  // A single piece always fits: its label may be a line of its own.
  if (total <= maxLineColumns || pieces.length === 1) return { at: pieces.length, cost: inside };
  let best: Layout | undefined;
  let top = label;
  for (const [i, piece] of pieces.entries()) {
    const next = pieces[i + 1];
    top += width(piece, i === 0);
    if (!next || top > maxLineColumns) break;
    const bottom = total - top - width(next, false) + width(next, true);
    if (bottom > maxLineColumns) continue;
    const saved = piece.ending === 'sentence' ? sentenceInLine : 0;
    const isOrphan = i + 2 === pieces.length && i > 0;
    const balance = Math.abs(top - bottom) / 10 + (top > bottom ? topHeavy : 0);
    const cost = inside - saved + breakCost(piece) + balance + (isOrphan ? orphan : 0);
    if (!best || cost < best.cost) best = { at: i + 1, cost };
  }
  return best;
};

/** The pieces as at most two lines, on which they must fit; no lines for no pieces. */
export const linesOf = (pieces: readonly TimedPiece[]): string[] => {
  const at = layOut(pieces)?.at ?? 0;
  return [pieces.slice(0, at), pieces.slice(at)].map(join).filter((line) => line !== '');
};

import { columnsOf, graphemes, maxLineColumns, readingMsOf } from './columns.ts';
import { splitBetween } from '#lib/platform/split-between.ts';
import { unspacedScripts, wordSegmenter } from '#lib/platform/text.ts';

/** A piece of text that stays on one line. `isSpaced` means that white space separates it from the piece before. */
export type Piece = {
  readonly text: string;
  /** Its width, at most that of a line. */
  readonly columns: number;
  readonly readingMs: number;
  readonly isSpaced: boolean;
};

const hasNoSpaces = new RegExp(`[${unspacedScripts}]`, 'u');
const startsUnspaced = new RegExp(`^[${unspacedScripts}]`, 'u');
const endsUnspaced = new RegExp(`[${unspacedScripts}]$`, 'u');
const sticksToPrevious = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}]/u;
const sticksToNext = /[\p{Ps}\p{Pi}\p{N}]$/u;

/** The text as one line without control characters, with single spaces. */
export const plain = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

const maySplit = (left: string, right: string): boolean =>
  (endsUnspaced.test(left) || startsUnspaced.test(right)) &&
  !sticksToPrevious.test(right) &&
  !sticksToNext.test(left);

/** Whether a space between these marks the end of a phrase, as in Thai, and not the end of a word. */
export const isPhraseSpace = (left: string, right: string): boolean =>
  endsUnspaced.test(left) && startsUnspaced.test(right);

/** Splits scripts without spaces, such as Chinese, Japanese and Thai, between words. Other text stays one piece. */
const splitAtWords = (text: string): string[] => {
  if (!hasNoSpaces.test(text)) return [text];
  const words = Array.from(wordSegmenter().segment(text), ({ segment }) => segment);
  return splitBetween(words, maySplit).map((parts) => parts.join(''));
};

const isAscii = /^[\x20-\x7e]*$/;

const splitAtLineLength = (text: string): Omit<Piece, 'isSpaced'>[] => {
  const { length } = text;
  if (isAscii.test(text) && length <= maxLineColumns)
    return [{ text, columns: length, readingMs: length * readingMsOf('x') }];
  const pieces: Omit<Piece, 'isSpaced'>[] = [];
  for (const { segment } of graphemes().segment(text)) {
    const columns = columnsOf(segment);
    const readingMs = readingMsOf(segment);
    const last = pieces.at(-1);
    if (!last || last.columns + columns > maxLineColumns) pieces.push({ text: segment, columns, readingMs });
    else
      pieces[pieces.length - 1] = {
        text: last.text + segment,
        columns: last.columns + columns,
        readingMs: last.readingMs + readingMs,
      };
  }
  return pieces;
};

/** The pieces of a text, in order. A line or a caption may end after each. */
export const breakText = (text: string): Piece[] =>
  plain(text)
    .split(' ')
    .filter((token) => token !== '')
    .flatMap((token) =>
      splitAtWords(token)
        .flatMap(splitAtLineLength)
        .map((piece, i) => ({ ...piece, isSpaced: i === 0 })),
    );

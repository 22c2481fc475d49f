import type { Word } from '../api/types.ts';
import type { Match } from './search.ts';

/** A piece of a segment's text, with the index of its word and of the match that covers it. */
export type Piece = { readonly text: string; readonly word?: number; readonly match?: number };

type Range = { readonly start: number; readonly end: number };

/** The range of each word in the text. Searches in order, because some languages have no spaces between words. */
const rangesOf = (text: string, words: readonly Word[]): (Range | undefined)[] => {
  let end = 0;
  return words.map((word) => {
    const start = text.indexOf(word.text, end);
    if (start < 0 || word.text === '') return undefined;
    end = start + word.text.length;
    return { start, end };
  });
};

const covering = (ranges: readonly (Range | undefined)[], start: number, end: number): number =>
  ranges.findIndex((range) => range !== undefined && range.start <= start && end <= range.end);

/** Cuts the text at the boundaries of its words and matches. The joined pieces equal the text. */
export const piecesOf = (text: string, words: readonly Word[], matches: readonly Omit<Match, 'row'>[]) => {
  const ranges = rangesOf(text, words);
  const cuts = [...ranges, ...matches].flatMap((range) => (range ? [range.start, range.end] : []));
  const ends = [...new Set([0, ...cuts, text.length])].toSorted((a, b) => a - b);
  return ends.slice(1).map((end, at): Piece => {
    const start = ends[at] ?? 0;
    const word = covering(ranges, start, end);
    const match = covering(matches, start, end);
    return { text: text.slice(start, end), ...(word >= 0 && { word }), ...(match >= 0 && { match }) };
  });
};

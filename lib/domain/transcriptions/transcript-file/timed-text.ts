import type { Result } from '../result.ts';
import { breakText, isPhraseSpace, type Piece, plain } from './break-text.ts';

type Segment = Result['segments'][number];
/** What a piece of text ends: a sentence, a part of one, or nothing. */
export type Ending = 'sentence' | 'clause' | 'none';

/** A piece of text, what it ends, and when it is said. */
export type TimedPiece = Piece & {
  readonly ending: Ending;
  readonly startMs: number;
  readonly endMs: number;
};

const sentenceEnd = /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}"']*$/u;
/** Titles and initials, whose point does not end a sentence. */
const abbreviation = /^(?:Mrs?|Ms|Dr|Prof|St|Sra?|Mme|[\p{Lu}--I])\.$/v;
const clauseEnd = /[\p{Terminal_Punctuation}–—][\p{Pe}\p{Pf}"']*$/u;

const endingOf = ({ text }: Piece, next: Piece | undefined): Ending => {
  if (abbreviation.test(text)) return 'none';
  if (sentenceEnd.test(text)) return 'sentence';
  const isPhrase = clauseEnd.test(text) || (next?.isSpaced && isPhraseSpace(text, next.text));
  return isPhrase ? 'clause' : 'none';
};

/** A stretch of text, by offset without its white space, and its time. */
type Span = { readonly from: number; readonly to: number; readonly startMs: number; readonly endMs: number };

const nothing: Span = { from: 0, to: 1, startMs: 0, endMs: 0 };

const bare = (text: string): string => plain(text).replaceAll(' ', '');

/** The times of the words when they are the words of this text, else the time of the whole segment. */
const spansOf = ({ startMs, endMs, words }: Segment, text: string): Span[] => {
  const spoken = words.map((word) => ({ ...word, text: bare(word.text) })).filter((word) => word.text !== '');
  if (spoken.map((word) => word.text).join('') !== text)
    return [{ from: 0, to: text.length, startMs, endMs }];
  let from = 0;
  return spoken.map((word) => {
    const span = { from, to: from + word.text.length, startMs: word.startMs, endMs: word.endMs };
    from = span.to;
    return span;
  });
};

/** The time at an offset, by the span that contains the character at `holder`. Holders must be in order. */
const clockOf = (spans: readonly Span[]) => {
  let at = 0;
  return (offset: number, holder: number): number => {
    while ((spans[at]?.to ?? Infinity) <= holder) at += 1;
    const { from, to, startMs, endMs } = spans[at] ?? nothing;
    return Math.round(startMs + ((endMs - startMs) * (offset - from)) / (to - from));
  };
};

/**
 * The pieces of `text`, which is what is said in `segment` or a translation of it. Text without word times shares the
 * time of the segment by its length.
 */
export const timedText = (segment: Segment, text: string): TimedPiece[] => {
  const timeAt = clockOf(spansOf(segment, bare(text)));
  let offset = 0;
  return breakText(text).map((piece, i, pieces) => {
    const startMs = timeAt(offset, offset);
    offset += piece.text.length;
    return { ...piece, startMs, endMs: timeAt(offset, offset - 1), ending: endingOf(piece, pieces[i + 1]) };
  });
};

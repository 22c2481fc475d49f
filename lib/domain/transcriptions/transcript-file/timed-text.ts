import type { Result } from '../result.ts';
import { channelLabel } from './channel-label.ts';
import { breakText, isPhraseSpace, type Piece, plain } from './break-text.ts';

type Segment = Result['segments'][number];
/** Whether a sentence, a clause or neither ends with a piece of text. */
export type Ending = 'sentence' | 'clause' | 'none';

/** A piece of text with its ending and the time of its speech. */
export type TimedPiece = Piece & {
  /** The columns of the label that precedes it at the start of a caption. */
  readonly labelColumns: number;
  readonly ending: Ending;
  readonly startMs: number;
  readonly endMs: number;
};

const sentenceEnd = /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}"']*$/u;
/** Titles and initials, whose full stop does not end a sentence. */
const abbreviation = /^(?:Mrs?|Ms|Dr|Prof|St|Sra?|Mme|[\p{Lu}--I])\.$/v;
const clauseEnd = /[\p{Terminal_Punctuation}–—][\p{Pe}\p{Pf}"']*$/u;

const endingOf = ({ text }: Piece, next: Piece | undefined): Ending => {
  if (abbreviation.test(text)) return 'none';
  if (sentenceEnd.test(text)) return 'sentence';
  const isPhrase = clauseEnd.test(text) || (next?.isSpaced && isPhraseSpace(text, next.text));
  return isPhrase ? 'clause' : 'none';
};

/** The time of the characters `from` up to `to`, counted without white space. */
type Span = { readonly from: number; readonly to: number; readonly startMs: number; readonly endMs: number };

const nothing: Span = { from: 0, to: 1, startMs: 0, endMs: 0 };

const bare = (text: string): string => plain(text).replaceAll(' ', '');

/** The times of the words if they spell this text. Otherwise the time of the whole segment. */
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

/**
 * Returns the time at an offset, interpolated in the span that contains the character at `within`. Calls must pass `within` in
 * ascending order.
 */
const clockOf = (spans: readonly Span[]) => {
  let at = 0;
  return (offset: number, within: number): number => {
    while ((spans[at]?.to ?? Infinity) <= within) at += 1;
    const { from, to, startMs, endMs } = spans[at] ?? nothing;
    return Math.round(startMs + ((endMs - startMs) * (offset - from)) / (to - from));
  };
};

/**
 * The pieces of `text`, which is the text of `segment` or its translation. Without matching word times, the time of the
 * segment is divided by length.
 */
export const timedText = (segment: Segment, text: string): TimedPiece[] => {
  const timeAt = clockOf(spansOf(segment, bare(text)));
  const labelColumns = channelLabel(segment.channel).length;
  let offset = 0;
  return breakText(text).map((piece, i, pieces) => {
    const startMs = timeAt(offset, offset);
    offset += piece.text.length;
    const ending = endingOf(piece, pieces[i + 1]);
    return { ...piece, labelColumns, startMs, endMs: timeAt(offset, offset - 1), ending };
  });
};

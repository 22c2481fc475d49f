import type { Word } from '#lib/speech/engines/engine.ts';

/** Replaces the characters of a text from `from` up to `to` with `text`. */
export type Edit = { readonly from: number; readonly to: number; readonly text: string };

/** Applies edits, which are in order and do not overlap. */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  let at = 0;
  const parts = edits.map((edit) => {
    const kept = text.slice(at, edit.from);
    at = edit.to;
    return kept + edit.text;
  });
  return parts.join('') + text.slice(at);
};

type Span = { readonly from: number; readonly to: number; readonly words: readonly Word[] };

/** The offset of each word in the text. Undefined if the words do not spell the text. */
export const startsOf = (text: string, words: readonly Word[]): number[] | undefined => {
  const starts: number[] = [];
  let end = 0;
  for (const word of words) {
    const from = text.indexOf(word.text, end);
    if (from < 0 || text.slice(end, from).trim() !== '') return undefined;
    end = from + word.text.length;
    starts.push(from);
  }
  return text.slice(end).trim() === '' ? starts : undefined;
};

const spansOf = (text: string, words: readonly Word[]): Span[] => {
  const starts = startsOf(text, words) ?? [];
  return words.slice(0, starts.length).map((word, i) => {
    const from = starts[i] ?? 0;
    return { from, to: from + word.text.length, words: [word] };
  });
};

const bridges = ({ from, to, text }: Edit, left: Span, right: number): boolean =>
  text !== '' && from < left.to && to > right;

/** Joins the words that one edit replaces together. */
const joinBridged = (spans: readonly Span[], edits: readonly Edit[]): Span[] => {
  const joined: { from: number; to: number; words: Word[] }[] = [];
  let next = 0;
  for (const { from, to, words } of spans) {
    const open = joined.at(-1);
    while ((edits[next]?.from ?? Infinity) < (open?.to ?? 0)) next += 1;
    const edit = edits[next - 1];
    if (open && edit && bridges(edit, open, from)) {
      open.to = to;
      open.words.push(...words);
    } else joined.push({ from, to, words: [...words] });
  }
  return joined;
};

/** An insertion belongs to the word before it. */
const isIn = ({ from, to }: Edit, span: Span): boolean =>
  from === to ? from > span.from && from <= span.to : from < span.to && to > span.from;

/** The edits in each span, counted from its start. */
const inSpans = (edits: readonly Edit[], spans: readonly Span[]): Edit[][] => {
  let first = 0;
  return spans.map((span) => {
    while ((edits[first]?.to ?? Infinity) <= span.from) first += 1;
    let end = first;
    while ((edits[end]?.from ?? Infinity) <= span.to) end += 1;
    return edits
      .slice(first, end)
      .filter((edit) => isIn(edit, span))
      .map(({ from, to, text }) => ({
        from: Math.max(from, span.from) - span.from,
        to: Math.min(to, span.to) - span.from,
        text,
      }));
  });
};

const meanConfidence = (words: readonly Word[]): number => {
  const mean = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
  return Math.round(mean * 1000) / 1000;
};

const joinWords = (words: readonly Word[], text: string): Word[] => {
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last || text === '') return [];
  const isOne = words.length === 1;
  return [
    { ...first, text, endMs: last.endMs, confidence: isOne ? first.confidence : meanConfidence(words) },
  ];
};

/**
 * The words of a text after edits of the text. Words that one edit replaces become one word, which lasts from the start
 * of the first to the end of the last. A word without text is removed.
 */
export const editWords = (text: string, words: readonly Word[], edits: readonly Edit[]): Word[] => {
  if (edits.length === 0) return [...words];
  const spans = joinBridged(spansOf(text, words), edits);
  const own = inSpans(edits, spans);
  return spans.flatMap((span, i) =>
    joinWords(span.words, applyEdits(text.slice(span.from, span.to), own[i] ?? []).trim()),
  );
};

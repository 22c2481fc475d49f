import { primaryLanguage } from '#lib/speech/languages.ts';
import type { Edit } from '../edits.ts';
import type { Passage } from '../rewrite.ts';

/** Consecutive passages as one text, with a line break between them. */
export type Joined = {
  readonly text: string;
  /** The offset at which each passage starts. */
  readonly starts: readonly number[];
  /** The primary language subtag at an offset. */
  readonly languageAt: (offset: number) => string | null;
};

/** The characters from `from` up to `to` of a joined text. */
export type Span = { readonly from: number; readonly to: number };

export const joinPassages = (passages: readonly Passage[]): Joined => {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of passages) {
    starts.push(length);
    length += text.length + 1;
  }
  const languages = passages.map(({ language }) => (language === null ? null : primaryLanguage(language)));
  let at = 0;
  return {
    text: passages.map(({ text }) => text).join('\n'),
    starts,
    languageAt: (offset) => {
      if (offset < (starts[at] ?? 0)) at = 0;
      while (offset >= (starts[at + 1] ?? Infinity)) at += 1;
      return languages[at] ?? null;
    },
  };
};

const hasContent = /[\p{L}\p{N}]/u;

/**
 * Turns spans into edits per passage. A span is replaced once in each passage that has a part of it. The spans are in
 * order and do not overlap.
 */
export const toEdits = (
  passages: readonly Passage[],
  { starts }: Joined,
  spans: readonly (Span & { readonly text: string })[],
): Edit[][] => {
  let first = 0;
  return passages.map((passage, i) => {
    const start = starts[i] ?? 0;
    const end = start + passage.text.length;
    while ((spans[first]?.to ?? Infinity) <= start) first += 1;
    const edits: Edit[] = [];
    for (let at = first; (spans[at]?.from ?? Infinity) < end; at += 1) {
      const span = spans[at];
      if (!span) break;
      const from = Math.max(0, span.from - start);
      const to = Math.min(passage.text.length, span.to - start);
      const part = passage.text.slice(from, to);
      if (!hasContent.test(part)) continue;
      const lead = part.length - part.trimStart().length;
      edits.push({ from: from + lead, to: from + part.trimEnd().length, text: span.text });
    }
    return edits;
  });
};

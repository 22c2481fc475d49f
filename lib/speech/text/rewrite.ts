import type { Word } from '#lib/speech/engines/engine.ts';
import { applyEdits, type Edit, editWords, startsOf } from './edits.ts';

/** A text with its language (a BCP-47 tag) and the time of its speech, if known. */
export type Passage = {
  readonly text: string;
  readonly language: string | null;
  readonly startMs?: number;
  readonly endMs?: number;
};

/** Finds the edits of consecutive passages: one list per passage, in order and without overlap. */
export type FindEdits = (passages: readonly Passage[]) => readonly (readonly Edit[])[];

type Spoken = Passage & { readonly words: readonly Word[] };

/** Applies the same edits to the texts and words of consecutive segments. A text may become empty. */
export const rewrite = <T extends Spoken>(
  segments: readonly T[],
  find: FindEdits,
): (T & { text: string; words: Word[] })[] => {
  const edits = find(segments);
  // If words do not spell their text, they are edited as a separate text.
  const spelled = segments.map((segment): Passage => {
    const { text, words } = segment;
    if (words.length === 0 || startsOf(text, words)) return segment;
    return { ...segment, text: words.map((word) => word.text).join(' ') };
  });
  const isSpelled = spelled.every((passage, i) => passage === segments[i]);
  const wordEdits = isSpelled ? edits : find(spelled);
  return segments.map((segment, i) => ({
    ...segment,
    text: applyEdits(segment.text, edits[i] ?? []),
    words: editWords(spelled[i]?.text ?? '', segment.words, wordEdits[i] ?? []),
  }));
};

/** Like `rewrite`, for texts without words. */
export const rewriteTexts = (passages: readonly Passage[], find: FindEdits): string[] => {
  const edits = find(passages);
  return passages.map(({ text }, i) => applyEdits(text, edits[i] ?? []));
};

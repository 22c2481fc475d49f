import type { Edit } from '../edits.ts';
import type { Passage } from '../rewrite.ts';
import { begins, endOf } from './runs.ts';
import { mayBeOne } from './sequences.ts';
import { tokensOf } from './tokens.ts';

const tailLength = 80;

/** Whether a number may begin at the end of one text and go on in the next: "one hundred and" before "twenty people". */
const goesOnInNext = (text: string, next: string): boolean => {
  const tail = text.trimEnd().slice(-tailLength);
  const tokens = tokensOf(`${tail} ${next.trimStart().slice(0, tailLength)}`);
  const seam = tokens.findIndex(({ from }) => from > tail.length);
  for (let at = 0; at < seam;) {
    const to = begins(tokens, at) ? endOf(tokens, at) : at + 1;
    if (to > seam) return mayBeOne(tokens.slice(at, to).map(({ word }) => word));
    at = to;
  }
  return false;
};

/**
 * Leaves numbers in words that may be one with a number in the next passage: "twenty" before "five people" is not 20.
 * Digits that are spoken one by one are the same in two parts.
 */
export const withoutSplit = (passages: readonly Passage[], edits: readonly Edit[][]): Edit[][] => {
  const kept = edits.map((own) => [...own]);
  for (const [i, { text }] of passages.entries()) {
    const next = passages[i + 1]?.text ?? '';
    const last = kept[i]?.at(-1);
    const first = kept[i + 1]?.[0];
    const isLast = last !== undefined && /^(?:\s+(?:and|point))?\s*$/u.test(text.slice(last.to));
    if (!isLast || !goesOnInNext(text, next)) continue;
    kept[i]?.pop();
    if (first && /^\s*(?:(?:and|point)\s+)?$/iu.test(next.slice(0, first.from))) kept[i + 1]?.shift();
  }
  return kept;
};

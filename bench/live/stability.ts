import type { Replay } from './replay.ts';

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''))
    .filter((word) => word !== '');

/** The number of `words` that are not in the longest common subsequence with `others`. */
const missingFrom = (words: readonly string[], others: readonly string[]): number => {
  let row = new Array<number>(others.length + 1).fill(0);
  for (const word of words) {
    const next = [0];
    others.forEach((other, k) => {
      next.push(word === other ? (row[k] ?? 0) + 1 : Math.max(row[k + 1] ?? 0, next[k] ?? 0));
    });
    row = next;
  }
  return words.length - (row.at(-1) ?? 0);
};

/**
 * Counts the words of finals, the words of the stable text that was shown just before a final (`stable`), and those of them
 * that the final does not contain (`different`). `retracted` counts the stable words that the next partial or the final
 * removed.
 */
export const stability = ({ decisions, partials }: Replay) => {
  const counts = { words: 0, stable: 0, different: 0, retracted: 0 };
  let fromMs = 0;
  for (const [i, { throughMs, segments, reason }] of decisions.entries()) {
    // Speech that was cut in the middle continues in the next final.
    const rest = reason === 'length' ? (decisions[i + 1]?.segments ?? []) : [];
    const final = wordsOf([...segments, ...rest].map(({ text }) => text).join(' '));
    const shown = partials
      .filter(({ startMs }) => startMs >= fromMs && startMs < throughMs)
      .map(({ text, stableChars }) => wordsOf(text.slice(0, stableChars)));
    const last = shown.at(-1) ?? [];
    counts.words += wordsOf(segments.map(({ text }) => text).join(' ')).length;
    counts.stable += last.length;
    counts.different += missingFrom(last, final);
    for (const [k, words] of shown.entries()) counts.retracted += missingFrom(words, shown[k + 1] ?? final);
    fromMs = throughMs;
  }
  return counts;
};

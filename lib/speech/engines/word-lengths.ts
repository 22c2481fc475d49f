import type { Word } from './engine.ts';
import type { Pause } from './pauses.ts';

/** A word lasts at least this long, where there is room. */
const minWordMs = 40;
/** A word rarely lasts longer than this, and this for each letter. */
const [maxBaseMs, maxLetterMs] = [250, 90];
/** A word that starts this close to a pause starts behind it. */
const reachMs = 50;

/** Digits and ideographs are spoken as several letters. */
const lettersOf = (text: string): number =>
  (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0) + 4 * (text.match(/[\p{N}\p{S}\p{scx=Han}]/gu)?.length ?? 0);

/** The longest plausible duration of a word. */
export const maxWordMs = (text: string): number => maxBaseMs + maxLetterMs * lettersOf(text);

const isTooLong = ({ text, startMs, endMs }: Word): boolean => endMs - startMs > maxWordMs(text);

/**
 * Moves the start of a word that is too long for its letters to its onset, because it began in the pause or in the
 * unwritten sound before it. `onsetsMs` is when the model begins to attend to each word.
 */
export const withoutEarlyStarts = (
  words: readonly Word[],
  { onsetsMs, pauses }: { readonly onsetsMs: readonly number[]; readonly pauses: readonly Pause[] },
): Word[] =>
  words.map((word, i) => {
    if (!isTooLong(word)) return word;
    const onsetMs = onsetsMs[i] ?? 0;
    const pause = pauses.find(({ startMs, endMs }) => startMs - reachMs <= onsetMs && onsetMs < endMs);
    const startMs = Math.min(pause?.endMs ?? onsetMs, word.endMs - minWordMs);
    return { ...word, startMs: Math.max(word.startMs, startMs) };
  });

/** Words in order, inside a span and not shorter than the span allows, moved as little as possible. */
export const fitWords = (
  words: readonly Word[],
  span: { readonly startMs: number; readonly endMs: number },
): Word[] => {
  const room = Math.floor((span.endMs - span.startMs) / Math.max(1, words.length));
  const leastMs = Math.min(minWordMs, room);
  let before = span.startMs;
  const starts = words.map(({ startMs }, i) => {
    const latest = span.endMs - (words.length - i) * leastMs;
    const start = Math.max(before, Math.min(startMs, latest));
    before = start + leastMs;
    return start;
  });
  return words.map((word, i) => {
    const startMs = starts[i] ?? 0;
    const latest = starts[i + 1] ?? span.endMs;
    return { ...word, startMs, endMs: Math.max(startMs + leastMs, Math.min(word.endMs, latest)) };
  });
};

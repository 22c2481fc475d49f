import type { Word } from './engine.ts';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';

/** A word lasts at least this long, if there is room. */
const minWordMs = 40;
/** A word rarely lasts longer than a base time plus a time for each letter. */
const maxBaseMs = 150;
const maxLetterMs = 100;
/** A word whose onset is in a pause, or at most this long before it, starts after the pause. */
const reachMs = 50;
/** A part between pauses may be the word itself if its attention is at least this share of the highest attention of any part. */
const minAttentionShare = 0.8;

/** Digits and ideographs are spoken as several letters. */
const lettersOf = (text: string): number =>
  (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0) + 4 * (text.match(/[\p{N}\p{S}\p{scx=Han}]/gu)?.length ?? 0);

/** The longest plausible duration of a word. */
export const maxWordMs = (text: string): number => maxBaseMs + maxLetterMs * lettersOf(text);

const isTooLong = ({ text, startMs, endMs }: Word): boolean => endMs - startMs > maxWordMs(text);

/** The attention of a model to a word: when it begins, and how much of it is between two times. */
export type Attended = {
  readonly onsetMs: number;
  readonly between: (fromMs: number, toMs: number) => number;
};

type Evidence = { readonly attended: readonly Attended[]; readonly pauses: readonly TimeSpan[] };

/**
 * Moves the start of a word that is too long for its letters, because it began in the pause or in the unwritten sound
 * before it. The new start is after a pause inside the word, if the model attends to the part after it. Otherwise it is
 * the onset of attention.
 */
export const withoutEarlyStarts = (words: readonly Word[], { attended, pauses }: Evidence): Word[] =>
  words.map((word, i) => {
    const attention = attended[i];
    if (!attention || !isTooLong(word)) return word;
    const startMs = startBehindPauses(word, pauses, attention) ?? onsetBehindPause(pauses, attention);
    return { ...word, startMs: Math.max(word.startMs, Math.min(startMs, word.endMs - minWordMs)) };
  });

/** The start of the last part between the pauses in a word whose attention is about as high as that of any part. */
const startBehindPauses = (
  { startMs, endMs }: Word,
  pauses: readonly TimeSpan[],
  { between }: Attended,
): number | undefined => {
  const inside = pauses.filter((pause) => startMs < pause.startMs && pause.endMs < endMs);
  if (inside.length === 0) return undefined;
  const starts = [startMs, ...inside.map((pause) => pause.endMs)];
  const paid = starts.map((from, i) => between(from, inside[i]?.startMs ?? endMs));
  return starts[paid.findLastIndex((attention) => attention >= minAttentionShare * Math.max(...paid))];
};

const onsetBehindPause = (pauses: readonly TimeSpan[], { onsetMs }: Attended): number => {
  const pause = pauses.find(({ startMs, endMs }) => startMs - reachMs <= onsetMs && onsetMs < endMs);
  return pause?.endMs ?? onsetMs;
};

/** Moves words as little as possible so that they are in order, inside the span, and not too short. */
export const fitWords = (words: readonly Word[], span: TimeSpan): Word[] => {
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

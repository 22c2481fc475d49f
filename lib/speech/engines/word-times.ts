import type { Word } from './engine.ts';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';
import type { Tokenizer } from './tokenizer.ts';
import { type Attended, fitWords, withoutEarlyStarts } from './word-lengths.ts';

const medianWidth = 5;
/** Bonus for a word that starts at the end of a pause, in standard deviations of the attention. */
const onsetBonus = 8;
/** The attention to a word begins at the frame where this share of it has accumulated. */
const onsetShare = 0.25;
/** A word boundary this close to a pause is moved to the pause. */
const borderReachMs = 150;
/** A pause that ends this close to the end of the audio comes after the last word. */
const edgeMs = 30;

/** A token with its cross-attention: per alignment head, one weight per frame of the audio. */
export type AttendedToken = {
  readonly token: number;
  readonly logProb: number;
  readonly attention: readonly Float32Array[];
};

/** `lagMs` is the delay from the model's attention to a word until the word sounds. */
export type AlignmentOptions = {
  readonly tokenizer: Pick<Tokenizer, 'decode' | 'endOfText' | 'startsWord'>;
  readonly frameMs: number;
  readonly lagMs: number;
};

/**
 * Finds the times of words by dynamic time warping (Sakoe & Chiba 1978) over the cross-attention of their tokens, as
 * Whisper's reference implementation does. A word ends where the next one starts, or at one of the `pauses` in the
 * audio, and never has zero length. The end token, if there is one, is the last of `tokens`.
 */
export const wordTimes = (
  tokens: readonly AttendedToken[],
  durationMs: number,
  { pauses = [], ...alignment }: AlignmentOptions & { readonly pauses?: readonly TimeSpan[] },
): Word[] => {
  const { tokenizer, frameMs, lagMs } = alignment;
  const isFirst = tokens.map(({ token }, i) => i === 0 || tokenizer.startsWord(token));
  const onsets = onsetFrames(pauses, alignment);
  const starts = alignTokens(
    tokens.map(({ attention }) => attention),
    (i, frame) => (isFirst[i] && onsets.has(frame) ? onsetBonus : 0),
  );
  const startMs = (i: number): number => Math.min(durationMs, (starts[i] ?? Infinity) * frameMs + lagMs);
  const firsts = tokens.flatMap((_, i) => (isFirst[i] ? [i] : []));
  const attended: Attended[] = [];
  const words = firsts.flatMap((first, i) => {
    const next = firsts[i + 1] ?? tokens.length;
    const own = tokens.slice(first, next);
    const text = tokenizer.decode(own.map(({ token }) => token)).trim();
    const meanLogProb = own.reduce((sum, { logProb }) => sum + logProb, 0) / own.length;
    const word = { text, startMs: startMs(first), endMs: startMs(next), confidence: Math.exp(meanLogProb) };
    if (text === '') return [];
    // The end token attends to the audio after the text.
    const spelling = own.filter(({ token }) => token !== tokenizer.endOfText);
    const attention = mean(spelling.flatMap((token) => token.attention));
    const onset = onsetOf(attention, { from: starts[first] ?? 0, to: starts[next] ?? attention.length });
    const frameAt = (ms: number): number => Math.max(0, Math.round((ms - lagMs) / frameMs));
    attended.push({
      onsetMs: onset * frameMs + lagMs,
      between: (fromMs, toMs) => sumOf(attention.subarray(frameAt(fromMs), frameAt(toMs))),
    });
    return [word];
  });
  const timed = withoutEarlyStarts(aroundPauses(words, pauses, durationMs), { attended, pauses });
  return fitWords(timed, { startMs: 0, endMs: durationMs });
};

/** The frame at which `onsetShare` of the attention in this span has accumulated. */
const onsetOf = (attention: Float32Array, { from, to }: { from: number; to: number }): number => {
  const span = attention.subarray(from, to);
  let left = onsetShare * sumOf(span);
  const at = span.findIndex((weight) => {
    left -= weight;
    return left <= 0;
  });
  return from + Math.max(0, at);
};

const sumOf = (weights: Float32Array): number => weights.reduce((sum, weight) => sum + weight, 0);

/** The frames in which attention to a word begins if the word follows a pause. */
const onsetFrames = (pauses: readonly TimeSpan[], { frameMs, lagMs }: AlignmentOptions): Set<number> => {
  const ends = pauses.filter(({ startMs }) => startMs > 0).map(({ endMs }) => endMs);
  return new Set(ends.map((ms) => Math.round((ms - lagMs) / frameMs)));
};

/**
 * Moves a word boundary in or near a pause to the ends of the pause. If the word has several such pauses, uses the one
 * nearest to its end. A pause inside a word has no effect.
 */
const aroundPauses = (words: readonly Word[], pauses: readonly TimeSpan[], durationMs: number): Word[] => {
  const last = words.length;
  const startsMs = words.map(({ startMs }) => startMs);
  const endsMs = words.map(({ endMs }) => endMs);
  const borders = [...startsMs, endsMs.at(-1) ?? 0];
  for (const { startMs, endMs } of pauses) {
    const distances = borders.map((ms) => Math.max(0, startMs - ms, ms - endMs));
    const nearest = Math.min(...distances);
    const isEdge = startMs === 0 || endMs > durationMs - edgeMs;
    if (nearest > borderReachMs && !isEdge) continue;
    const toEnd = borders.map((ms, i) => (distances[i] === nearest ? Math.abs(endMs - ms) : Infinity));
    const border = isEdge ? (startMs === 0 ? 0 : last) : toEnd.indexOf(Math.min(...toEnd));
    if (border < last) startsMs[border] = endMs;
    if (border > 0) endsMs[border - 1] = startMs;
  }
  let before = 0;
  return words.map((word, i) => {
    const startMs = Math.max(before, startsMs[i] ?? 0);
    const nextMs = Math.max(startMs, startsMs[i + 1] ?? durationMs);
    const endMs = Math.max(startMs, Math.min(nextMs, endsMs[i] ?? 0));
    before = endMs;
    return { ...word, startMs, endMs };
  });
};

/**
 * Dynamic time warping: returns the first frame of each token on the path through tokens and frames with the most attention.
 * Adds `bonusAt` for the frame in which a token starts.
 */
export const alignTokens = (
  attention: readonly (readonly Float32Array[])[],
  bonusAt: (token: number, frame: number) => number = () => 0,
): number[] => {
  const rows = attention.map((heads) => mean(heads));
  standardizeOverTokens(rows);
  const weights = rows.map((row) => medianFilter(row));
  const frames = weights[0]?.length ?? 0;

  // total[t][f]: the most attention of a path from the start to token t at frame f.
  const total: Float64Array[] = [];
  const at = (token: number, frame: number): number => total[token]?.[frame] ?? -Infinity;
  weights.forEach((row, t) => {
    const sums = new Float64Array(frames);
    total.push(sums);
    row.forEach((weight, f) => {
      const before = Math.max(Math.max(at(t - 1, f - 1), at(t - 1, f)) + bonusAt(t, f), at(t, f - 1));
      sums[f] = weight + (t === 0 && f === 0 ? 0 : before);
    });
  });

  const starts = new Array<number>(weights.length).fill(0);
  for (let t = weights.length - 1, f = frames - 1; t > 0;) {
    starts[t] = f;
    const bonus = bonusAt(t, f);
    const both = at(t - 1, f - 1) + bonus;
    const token = at(t - 1, f) + bonus;
    const frame = at(t, f - 1);
    if (both >= frame && both >= token) [t, f] = [t - 1, f - 1];
    else if (frame >= token) f -= 1;
    else t -= 1;
  }
  return starts;
};

const mean = (rows: readonly Float32Array[]): Float32Array => {
  const sum = new Float32Array(rows[0]?.length ?? 0);
  for (const row of rows)
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (row[i] ?? 0) / rows.length;
  return sum;
};

/** Works in place. Each frame gets mean 0 and deviation 1 over the tokens, so frames to which all tokens attend do not count. */
const standardizeOverTokens = (rows: readonly Float32Array[]): void => {
  const frames = rows[0]?.length ?? 0;
  for (let f = 0; f < frames; f += 1) {
    let sum = 0;
    let squares = 0;
    for (const row of rows) {
      const weight = row[f] ?? 0;
      sum += weight;
      squares += weight * weight;
    }
    const average = sum / rows.length;
    const deviation = Math.sqrt(Math.max(0, squares / rows.length - average * average)) || 1;
    for (const row of rows) row[f] = ((row[f] ?? 0) - average) / deviation;
  }
};

const medianFilter = (row: Float32Array): Float32Array => {
  const reach = medianWidth >> 1;
  const at = (i: number): number => row[Math.max(0, Math.min(row.length - 1, i))] ?? 0;
  const around = new Float32Array(medianWidth);
  return row.map((_, i) => {
    for (let k = 0; k < medianWidth; k += 1) around[k] = at(i + k - reach);
    return around.toSorted()[reach] ?? 0;
  });
};

import type { Word } from './engine.ts';
import type { Tokenizer } from './tokenizer.ts';

const medianWidth = 5;

/** One token of a text: `attention` holds, per alignment head, a weight for each frame of the audio. */
export type HeardToken = {
  readonly token: number;
  readonly logProb: number;
  readonly attention: readonly Float32Array[];
};

/** How a model looks at audio: in frames, and at a word a little before it sounds. */
export type Look = {
  readonly tokenizer: Pick<Tokenizer, 'decode' | 'startsWord'>;
  readonly frameMs: number;
  readonly lagMs: number;
};

/**
 * Finds when each word of a text was said, by dynamic time warping of its tokens along their cross-attention. A word
 * lasts until the next one starts. The end token, when there is one, is the last of `tokens`.
 */
export function wordTimes(
  tokens: readonly HeardToken[],
  durationMs: number,
  { tokenizer, frameMs, lagMs }: Look,
): Word[] {
  const starts = alignTokens(tokens.map(({ attention }) => attention));
  const firsts = tokens.flatMap(({ token }, i) => (i === 0 || tokenizer.startsWord(token) ? [i] : []));
  const startMs = (i: number): number => {
    const frame = starts[i];
    return frame === undefined ? durationMs : Math.min(durationMs, frame * frameMs + lagMs);
  };
  return firsts.flatMap((first, i) => {
    const next = firsts[i + 1] ?? tokens.length;
    const own = tokens.slice(first, next);
    const text = tokenizer.decode(own.map(({ token }) => token)).trim();
    const meanLogProb = own.reduce((sum, { logProb }) => sum + logProb, 0) / own.length;
    const word = { text, startMs: startMs(first), endMs: startMs(next), confidence: Math.exp(meanLogProb) };
    return text === '' ? [] : [word];
  });
}

/** The first frame of each token on the path through tokens and frames that collects the most attention. */
export function alignTokens(attention: readonly (readonly Float32Array[])[]): number[] {
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
      const before = Math.max(at(t - 1, f - 1), at(t - 1, f), at(t, f - 1));
      sums[f] = weight + (t === 0 && f === 0 ? 0 : before);
    });
  });

  const starts = new Array<number>(weights.length).fill(0);
  for (let t = weights.length - 1, f = frames - 1; t > 0;) {
    starts[t] = f;
    const [both, token, frame] = [at(t - 1, f - 1), at(t - 1, f), at(t, f - 1)];
    if (both >= frame && both >= token) [t, f] = [t - 1, f - 1];
    else if (frame >= token) f -= 1;
    else t -= 1;
  }
  return starts;
}

function mean(rows: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(rows[0]?.length ?? 0);
  for (const row of rows)
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (row[i] ?? 0) / rows.length;
  return sum;
}

/** In place: each frame gets mean 0 and deviation 1 over the tokens, so that what all of them look at counts for nothing. */
function standardizeOverTokens(rows: readonly Float32Array[]): void {
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
}

function medianFilter(row: Float32Array): Float32Array {
  const reach = medianWidth >> 1;
  const at = (i: number): number => row[Math.max(0, Math.min(row.length - 1, i))] ?? 0;
  const around = new Float32Array(medianWidth);
  return row.map((_, i) => {
    for (let k = 0; k < medianWidth; k += 1) around[k] = at(i + k - reach);
    return around.toSorted()[reach] ?? 0;
  });
}

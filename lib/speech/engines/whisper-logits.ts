import type { WhisperModel } from './whisper-model.ts';

type SuppressOptions = {
  readonly model: Pick<WhisperModel, 'shape' | 'tokenizer'>;
  readonly isFirst: boolean;
};

/** Masks special and suppressed tokens in logits [rows × vocabulary], in place. */
export const suppress = (logits: Float32Array, { model, isFirst }: SuppressOptions): void => {
  const { vocabularySize, suppressed, suppressedFirst } = model.shape;
  for (let row = 0; row < logits.length; row += vocabularySize) {
    logits.fill(-Infinity, row + model.tokenizer.endOfText + 1, row + vocabularySize);
    for (const token of suppressed) logits[row + token] = -Infinity;
    if (isFirst) for (const token of suppressedFirst) logits[row + token] = -Infinity;
  }
};

/** How much likelier the language spoken before is than it sounds, as log odds (ADR 27). */
const logOddsBefore = Math.log(10);

/** The probability of each language in `tokens`, most likely first. The language spoken `before` is likelier than it sounds. */
export const languageProbabilities = (
  tokens: ReadonlyMap<string, number>,
  logits: Float32Array,
  before?: string | null,
): ReadonlyMap<string, number> => {
  const scores = Array.from(tokens, ([name, token]): [string, number] => [
    name,
    (logits[token] ?? -Infinity) + (name === before ? logOddsBefore : 0),
  ]);
  const inOrder = scores.toSorted(([, a], [, b]) => b - a);
  const highest = inOrder[0]?.[1] ?? 0;
  const shares = inOrder.map(([name, score]) => [name, Math.exp(score - highest)] as const);
  const sum = shares.reduce((total, [, share]) => total + share, 0);
  return new Map(shares.map(([name, share]) => [name, share / sum]));
};

/** The softmax probability of one token; 0 if the vocabulary lacks it. */
export const probabilityOf = (token: number | undefined, logits: Float32Array): number => {
  if (token === undefined) return 0;
  const highest = logits.reduce((a, b) => Math.max(a, b));
  const sum = logits.reduce((total, logit) => total + Math.exp(logit - highest), 0);
  return Math.exp((logits[token] ?? -Infinity) - highest) / sum;
};

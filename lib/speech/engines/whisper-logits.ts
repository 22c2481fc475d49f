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

/** The name of the most likely of `tokens`, with its softmax probability among them. */
export const mostLikely = (
  logits: Float32Array,
  tokens: ReadonlyMap<string, number>,
): { readonly name: string; readonly probability: number } => {
  const logitOf = (token: number): number => logits[token] ?? -Infinity;
  const [name, best] = Array.from(tokens).reduce((a, b) => (logitOf(b[1]) > logitOf(a[1]) ? b : a));
  const sum = Array.from(tokens.values()).reduce(
    (total, token) => total + Math.exp(logitOf(token) - logitOf(best)),
    0,
  );
  return { name, probability: 1 / sum };
};

/** The softmax probability of one token; 0 if the vocabulary lacks it. */
export const probabilityOf = (token: number | undefined, logits: Float32Array): number => {
  if (token === undefined) return 0;
  const highest = logits.reduce((a, b) => Math.max(a, b));
  const sum = logits.reduce((total, logit) => total + Math.exp(logit - highest), 0);
  return Math.exp((logits[token] ?? -Infinity) - highest) / sum;
};

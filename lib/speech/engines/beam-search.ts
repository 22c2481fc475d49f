import type { Tokenizer } from './tokenizer.ts';
import type { BiasState, VocabularyBias } from './vocabulary-bias.ts';

const beamWidth = 3;
/** Texts kept beside the beam because they are inside a term, whose bonus may yet make them the best. */
const scoutCount = 3;

/** One token of a text and, through `parent`, the text before it. */
export type Hypothesis = {
  readonly parent: Hypothesis | null;
  readonly token: number;
  readonly logProb: number;
  /** Which row of the step that proposed the token its text was in. */
  readonly row: number;
  readonly length: number;
  /** Sum of the log-probabilities. */
  readonly sum: number;
  readonly bias: BiasState;
  /** It would not be here but for a term that it has not finished. */
  readonly isScout: boolean;
};

export type Search = {
  readonly tokenizer: Pick<Tokenizer, 'vocabularySize' | 'endOfText'>;
  /** The token after which the text begins, the last of the prompt. */
  readonly begin: number;
  readonly bias: VocabularyBias;
  readonly tokenLimit: number;
  readonly signal: AbortSignal;
  /** Gives the last token of each text to the model and returns its logits, a row of the vocabulary for each text. */
  readonly step: (tokens: readonly number[], rows: readonly number[]) => Promise<Float32Array>;
};

/** The likeliest text under the bias, with its end token unless the limit cut it off. */
export const beamSearch = async (search: Search): Promise<Hypothesis> => {
  const { bias, tokenLimit, signal, step } = search;
  const { vocabularySize, endOfText } = search.tokenizer;
  const isEnded = ({ token }: Hypothesis): boolean => token === endOfText;
  const empty = {
    parent: null,
    token: search.begin,
    logProb: 0,
    row: 0,
    length: 0,
    sum: 0,
    bias: bias.start,
    isScout: false,
  };
  let beam: Hypothesis[] = [empty];
  const finished: Hypothesis[] = [];
  for (let length = 0; length < tokenLimit && !isDecided(finished, beam); length += 1) {
    signal.throwIfAborted();
    const logits = await step(
      beam.map(({ token }) => token),
      beam.map(({ row }) => row),
    );
    const candidates = beam.flatMap((parent, row) => {
      const own = logits.subarray(row * vocabularySize, (row + 1) * vocabularySize);
      return continuations({ parent, row, logits: own, bias });
    });
    const inOrder = candidates.filter(({ isScout }) => !isScout).toSorted((a, b) => score(b) - score(a));
    const open = inOrder.filter((candidate) => !isEnded(candidate)).slice(0, beamWidth);
    const minScore = score(open[beamWidth - 1] ?? empty);
    finished.push(...inOrder.filter((candidate) => isEnded(candidate) && score(candidate) > minScore));
    beam = [...open, ...scoutsOf(candidates, open)];
  }
  signal.throwIfAborted();
  return best([...finished, ...byThemselves(beam)]);
};

/** Where the model is sure of each next word many texts have ended early; only one better than all open ones counts. */
const isDecided = (finished: readonly Hypothesis[], open: readonly Hypothesis[]): boolean => {
  if (finished.length < beamWidth) return false;
  return finished.includes(best([...finished, ...byThemselves(open)]));
};

const byThemselves = (texts: readonly Hypothesis[]): Hypothesis[] => texts.filter(({ isScout }) => !isScout);

/** The tokens of a text from its first on, without the prompt. */
export const tokensOf = (text: Hypothesis): Hypothesis[] => {
  const path: Hypothesis[] = [];
  for (let step = text; step.parent; step = step.parent) path.unshift(step);
  return path;
};

/** The most promising of those inside a term that are not in the beam by themselves. */
const scoutsOf = (candidates: readonly Hypothesis[], open: readonly Hypothesis[]): Hypothesis[] => {
  const promised = ({ sum, bias }: Hypothesis): number => sum + bias.earned + bias.provisional;
  return candidates
    .filter((candidate) => candidate.bias.provisional > 0 && !open.includes(candidate))
    .toSorted((a, b) => promised(b) - promised(a))
    .slice(0, scoutCount)
    .map((candidate) => ({ ...candidate, isScout: true }));
};

type Continuation = {
  readonly parent: Hypothesis;
  readonly row: number;
  readonly logits: Float32Array;
  readonly bias: VocabularyBias;
};

const continuations = ({ parent, row, logits, bias }: Continuation): Hypothesis[] => {
  const top = topTokens(logits, everyToken(logits.length), 2 * beamWidth);
  const normalizer = logSumExp(logits, logits[top[0] ?? 0] ?? 0);
  // The bonus for carrying a term on is the same for all its next tokens, so only the likeliest of them can win.
  const wanted = topTokens(logits, bias.wanted(parent.bias), beamWidth);
  const tokens = new Set([...top, ...wanted]);
  return Array.from(tokens, (token) => {
    const logProb = (logits[token] ?? 0) - normalizer;
    const state = bias.advance(parent.bias, token);
    return {
      parent,
      token,
      logProb,
      row,
      length: parent.length + 1,
      sum: parent.sum + logProb,
      bias: state,
      isScout: parent.isScout && state.earned === parent.bias.earned,
    };
  });
};

/** What is only promised does not count, so that it cannot push a text without a term out of the beam. */
const score = ({ sum, bias }: Hypothesis): number => sum + bias.earned;

const best = (hypotheses: readonly Hypothesis[]): Hypothesis =>
  hypotheses.reduce((a, b) => (score(b) / b.length > score(a) / a.length ? b : a));

let tokens = new Int32Array();
/** Of a vocabulary of so many. */
const everyToken = (count: number): Int32Array => {
  if (tokens.length !== count) tokens = Int32Array.from({ length: count }, (_, token) => token);
  return tokens;
};

const logSumExp = (logits: Float32Array, highest: number): number => {
  // What is e^-20 below the highest does not show in the sum.
  const floor = highest - 20;
  let sum = 0;
  for (let token = 0; token < logits.length; token += 1) {
    const logit = logits[token] ?? floor;
    if (logit > floor) sum += Math.exp(logit - highest);
  }
  return highest + Math.log(sum);
};

/** The `count` likeliest of some tokens, in order. */
const topTokens = (logits: Float32Array, among: Int32Array, count: number): number[] => {
  const top: number[] = [];
  const logitAt = (rank: number): number => logits[top[rank] ?? 0] ?? -Infinity;
  let lowest = -Infinity;
  for (let i = 0; i < among.length; i += 1) {
    const token = among[i] ?? 0;
    const logit = logits[token] ?? -Infinity;
    if (logit <= lowest) continue;
    let rank = top.length;
    while (rank > 0 && logitAt(rank - 1) < logit) rank -= 1;
    top.splice(rank, 0, token);
    if (top.length > count) top.pop();
    if (top.length === count) lowest = logitAt(count - 1);
  }
  return top;
};

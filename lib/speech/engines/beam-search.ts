import { topAmong, topOfAll } from './top-tokens.ts';
import type { Tokenizer } from './tokenizer.ts';
import type { BiasState, VocabularyBias } from './vocabulary-bias.ts';

/**
 * A text that is e^3 times less likely than the likeliest of the beam hardly ever wins, and each text takes a row of the
 * decoder's step.
 */
const maxGap = 3;
/**
 * The probability of an immediate end from which the audio counts as having no words: the end is then likelier than all
 * words together. Below this limit any text wins, because a lone end token has a better mean than an unsure text.
 */
const minNoWords = 0.5;
/**
 * The limit for a draft. It is higher, because the voice continues, so there will be words, and the model doubts the
 * first half of them.
 */
const minNoWordsOfDraft = 0.9;
/**
 * Number of hypotheses that are kept in addition to the beam because they are inside a vocabulary term, whose bonus may still
 * make them win.
 */
const lookaheadCount = 3;

/** One token of a text and, through `parent`, the preceding tokens. */
export type Hypothesis = {
  readonly parent: Hypothesis | null;
  readonly token: number;
  readonly logProb: number;
  /** The row of the preceding text in the decoder step that proposed the token. */
  readonly row: number;
  readonly length: number;
  /** Sum of the log-probabilities. */
  readonly sum: number;
  readonly bias: BiasState;
  /** It is kept only because of an unfinished term. */
  readonly isLookahead: boolean;
};

export type Search = {
  readonly tokenizer: Pick<Tokenizer, 'vocabularySize' | 'endOfText'>;
  /** The last token of the prompt. */
  readonly begin: number;
  readonly bias: VocabularyBias;
  readonly tokenLimit: number;
  /** How many of the likeliest texts are continued. One instead of three halves the time. */
  readonly width: number;
  /** Prefers words to an empty text more often. */
  readonly isDraft: boolean;
  readonly signal: AbortSignal | undefined;
  /** Runs the decoder on the last token of each text. Returns logits [tokens.length × vocabularySize]. */
  readonly step: (tokens: readonly number[], rows: readonly number[]) => Promise<Float32Array>;
};

/**
 * Beam search with shallow fusion of a vocabulary bias (Zhao et al. 2019, "Shallow-Fusion End-to-End Contextual
 * Biasing") and a threshold relative to the likeliest text (Freitag and Al-Onaizan 2017, "Beam Search Strategies for
 * Neural Machine Translation"). Returns the likeliest text. It has its end token unless it reached the token limit.
 */
export const beamSearch = async (search: Search): Promise<Hypothesis> => {
  const { bias, tokenLimit, width, signal, step, isDraft } = search;
  const minEmpty = Math.log(isDraft ? minNoWordsOfDraft : minNoWords);
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
    isLookahead: false,
  };
  let beam: Hypothesis[] = [empty];
  const finished: Hypothesis[] = [];
  for (let length = 0; length < tokenLimit && !isDecided(finished, beam); length += 1) {
    signal?.throwIfAborted();
    const logits = await step(
      beam.map(({ token }) => token),
      beam.map(({ row }) => row),
    );
    const candidates = beam.flatMap((parent, row) => {
      const own = logits.subarray(row * vocabularySize, (row + 1) * vocabularySize);
      return continuations({ parent, row, logits: own, bias, width });
    });
    const nothing = length === 0 ? candidates.find(isEnded) : undefined;
    if (nothing && nothing.logProb >= minEmpty) return nothing;
    const inOrder = candidates
      .filter((candidate) => !candidate.isLookahead && candidate !== nothing)
      .toSorted((a, b) => score(b) - score(a));
    const open = inOrder.filter((candidate) => !isEnded(candidate)).slice(0, width);
    const minScore = score(open[width - 1] ?? empty);
    finished.push(...inOrder.filter((candidate) => isEnded(candidate) && score(candidate) > minScore));
    const likely = open.filter((candidate) => score(candidate) >= score(open[0] ?? empty) - maxGap);
    beam = [...likely, ...lookaheadOf(candidates, likely)];
  }
  signal?.throwIfAborted();
  return best([...finished, ...withoutLookahead(beam)]);
};

/**
 * True when at least as many texts have ended as are open and an ended one is the best of all. The first condition is
 * needed because a confident model ends many poor texts early.
 */
const isDecided = (finished: readonly Hypothesis[], beam: readonly Hypothesis[]): boolean => {
  const open = withoutLookahead(beam);
  return finished.length >= open.length && finished.includes(best([...finished, ...open]));
};

const withoutLookahead = (texts: readonly Hypothesis[]): Hypothesis[] =>
  texts.filter(({ isLookahead }) => !isLookahead);

/** The tokens of a text in order, without the prompt. */
export const tokensOf = (text: Hypothesis): Hypothesis[] => {
  const path: Hypothesis[] = [];
  for (let step = text; step.parent; step = step.parent) path.unshift(step);
  return path;
};

/** The best candidates inside a term that are not in the beam. */
const lookaheadOf = (candidates: readonly Hypothesis[], open: readonly Hypothesis[]): Hypothesis[] => {
  const provisionalScore = ({ sum, bias }: Hypothesis): number => sum + bias.earned + bias.provisional;
  return candidates
    .filter((candidate) => candidate.bias.provisional > 0 && !open.includes(candidate))
    .toSorted((a, b) => provisionalScore(b) - provisionalScore(a))
    .slice(0, lookaheadCount)
    .map((candidate) => ({ ...candidate, isLookahead: true }));
};

type Continuation = {
  readonly parent: Hypothesis;
  readonly row: number;
  readonly logits: Float32Array;
  readonly bias: VocabularyBias;
  readonly width: number;
};

const continuations = ({ parent, row, logits, bias, width }: Continuation): Hypothesis[] => {
  const top = topOfAll(logits, 2 * width);
  const normalizer = logSumExp(logits, logits[top[0] ?? 0] ?? 0);
  // All next tokens of a term get the same bonus, so only the most likely ones can win.
  const inTerms = topAmong(bias.termTokens(parent.bias), logits, width);
  const tokens = new Set([...top, ...inTerms]);
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
      isLookahead: parent.isLookahead && state.earned === parent.bias.earned,
    };
  });
};

/** Excludes the provisional bonus, which must not push a text without a term out of the beam. */
const score = ({ sum, bias }: Hypothesis): number => sum + bias.earned;

const best = (hypotheses: readonly Hypothesis[]): Hypothesis =>
  hypotheses.reduce((a, b) => (score(b) / b.length > score(a) / a.length ? b : a));

/** A term below e^-20 of the highest one does not change a 32-bit sum. */
const logRange = 20;
const stepsPerUnit = 1024;
const exponentials = Float64Array.from({ length: logRange * stepsPerUnit + 1 }, (_, i) =>
  Math.exp(-i / stepsPerUnit),
);

/**
 * Uses a table, whose steps err by at most 0.05 % in both directions. `Math.exp` for a whole vocabulary would take a
 * tenth of the decoder's time.
 */
const logSumExp = (logits: Float32Array, highest: number): number => {
  const floor = highest - logRange;
  let sum = 0;
  for (let token = 0; token < logits.length; token += 1) {
    const logit = logits[token] ?? floor;
    if (logit > floor) sum += exponentials[Math.trunc((highest - logit) * stepsPerUnit + 0.5)] ?? 0;
  }
  return highest + Math.log(sum);
};

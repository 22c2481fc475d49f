import { unspacedScripts } from '#lib/platform/text.ts';
import { contextTerms } from './context-terms.ts';
import type { RecognizeOptions } from './engine.ts';
import { spellingsOf } from './spellings.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Bonus per token of a term, in nats: for listed terms, and for terms from the context only. */
export const bonusPerToken = { vocabulary: 1.5, context: 1 } as const;
/** The maximum bonus per word, in nats. It falls with the number of terms, because long lists cause false matches. */
const maxPerWord = (terms: number): number => Math.log(2000 / terms);

const isUnspaced = new RegExp(`^[${unspacedScripts}]`, 'u');
/** In these scripts, and behind Korean words, the text goes on without a space. */
const isRunOn = new RegExp(`[${unspacedScripts}\\p{sc=Hangul}]$`, 'u');

/** A term in all its spellings. `endsAnywhere` is true if it need not be a whole word. */
type Term = { readonly endsAnywhere: boolean };

/**
 * A trie node. `bonus` is the bonus of the `term` that ends here, or 0. `prefixBonus` is the share that the best term
 * through this node has earned so far.
 */
type Node = { readonly next: Map<number, Node>; term?: Term; bonus: number; prefixBonus: number };

/** The terms in a text, the last one first. */
type Found = { readonly term: Term; readonly before: Found } | null;

/**
 * The position of a hypothesis in the trie. `earned` is final: the terms in `found` have earned it. `provisional`
 * belongs to an unfinished term, and is lost if the text does not complete the term.
 */
export type BiasState = {
  readonly earned: number;
  readonly found: Found;
  readonly provisional: number;
  readonly node: Node;
  /** The tokens from the root to `node`. */
  readonly path: readonly number[];
  /** The longest term at the start of `path` that ends at a word boundary. */
  readonly whole: { readonly node: Node; readonly length: number } | null;
};

type Earned = Pick<BiasState, 'earned' | 'found'>;

const newNode = (): Node => ({ next: new Map(), bonus: 0, prefixBonus: 0 });

type Terms = Pick<RecognizeOptions, 'vocabulary' | 'context'>;
type TermTokenizer = Pick<Tokenizer, 'encode' | 'endsWord'>;

/** Whether a request names no terms. */
export const hasNoTerms = ({ vocabulary, context }: Terms): boolean =>
  vocabulary.length === 0 && context === null;

/**
 * Builds the bias for the terms of a request, and reuses it while the terms stay the same, because building it from
 * hundreds of terms takes longer than a step of the decoder. Recognition without terms in between leaves it.
 */
export const lastBias = (tokenizer: TermTokenizer): ((terms: Terms) => VocabularyBias) => {
  const none = new VocabularyBias({ vocabulary: [], context: null }, tokenizer);
  let last: (Terms & { readonly bias: VocabularyBias }) | undefined;
  return ({ vocabulary, context }) => {
    if (hasNoTerms({ vocabulary, context })) return none;
    if (last?.vocabulary !== vocabulary || last.context !== context)
      last = { vocabulary, context, bias: new VocabularyBias({ vocabulary, context }, tokenizer) };
    return last.bias;
  };
};

/** Adds a bonus to the tokens of given terms in a beam search: shallow fusion with a trie of their spellings. */
export class VocabularyBias {
  readonly #tokenizer: TermTokenizer;
  readonly #root = newNode();
  readonly start = this.#startWith({ earned: 0, found: null });

  /** Names and rare words in `context` count as terms with a smaller bonus. */
  constructor(terms: Terms, tokenizer: TermTokenizer) {
    this.#tokenizer = tokenizer;
    const { vocabulary } = terms;
    const context = contextTerms(terms.context ?? '', tokenizer);
    const perWord = maxPerWord(vocabulary.length + context.length);
    for (const term of vocabulary) this.#addTerm(term, { perToken: bonusPerToken.vocabulary, perWord });
    for (const term of context) this.#addTerm(term, { perToken: bonusPerToken.context, perWord });
  }

  /** Tokens that continue or start a term. The search must consider them even if the model finds them unlikely. */
  termTokens(state: BiasState): Int32Array {
    return Int32Array.from(state.node.next.keys());
  }

  /** Matches terms from left to right, the longest first, and only as whole words. */
  advance(state: BiasState, token: number): BiasState {
    const { node, path, earned, found } = state;
    const isWhole = node.term && (node.term.endsAnywhere || this.#tokenizer.endsWord(token));
    const whole = isWhole ? { node, length: path.length } : state.whole;
    const next = node.next.get(token);
    if (next)
      return { earned, found, provisional: next.prefixBonus, node: next, path: [...path, token], whole };
    if (path.length === 0) return this.#startWith(state);
    // The tokens after the matched term, or after the first token without a match, may start another term.
    const rest = [...path.slice(whole?.length ?? 1), token];
    const start = this.#startWith(whole ? withBonus(state, whole.node) : state);
    return rest.reduce((after, one) => this.advance(after, one), start);
  }

  #startWith({ earned, found }: Earned): BiasState {
    return { earned, found, provisional: 0, node: this.#root, path: [], whole: null };
  }

  #addTerm(term: string, { perToken, perWord }: { perToken: number; perWord: number }): void {
    const spellings = spellingsOf(term, this.#tokenizer).flatMap((spelling) => [
      this.#tokenizer.encode(spelling),
      ...(isUnspaced.test(spelling) ? [this.#tokenizer.encode(spelling, false)] : []),
    ]);
    const words = term.trim().split(/\s+/).length;
    // A longer spelling gets no higher bonus. Otherwise plurals would be inserted that were not spoken.
    const maxBonus = Math.min(perWord * words, perToken * (spellings[0]?.length ?? 0));
    const all = { endsAnywhere: isRunOn.test(term.trim()) };
    for (const tokens of spellings) this.#addPath(tokens, all, Math.min(maxBonus, perToken * tokens.length));
  }

  #addPath(tokens: readonly number[], term: Term, bonus: number): void {
    const last = tokens.reduce((node, token, i) => {
      const next = node.next.get(token) ?? newNode();
      node.next.set(token, next);
      next.prefixBonus = Math.max(next.prefixBonus, (bonus * (i + 1)) / tokens.length);
      return next;
    }, this.#root);
    if (bonus <= last.bonus) return;
    last.bonus = bonus;
    last.term = term;
  }
}

/**
 * What a text has earned with a term. Each time, a term earns half as much as the time before: otherwise a text that
 * repeats a term to its end would win over what was spoken.
 */
const withBonus = ({ earned, found }: Earned, { term, bonus }: Node): Earned => {
  if (!term) return { earned, found };
  let times = 0;
  for (let one = found; one; one = one.before) if (one.term === term) times += 1;
  return { earned: earned + bonus / 2 ** times, found: { term, before: found } };
};

import { contextTerms } from './context-terms.ts';
import { spellingsOf } from './spellings.ts';
import type { Tokenizer } from './tokenizer.ts';

/** What a token of a term is worth, in nats: of one the customer listed, and of one that only its context names. */
export const bonusPerToken = { vocabulary: 1.5, context: 1 } as const;
/** A word of one of so many terms is worth no more: the more there are, the likelier one sounds by chance like what is said. */
const maxPerWord = (terms: number): number => Math.log(2000 / terms);

/** `bonus` is that of the term that ends here, else 0; `promise` what the best term through here has collected so far. */
type Node = { readonly next: Map<number, Node>; bonus: number; promise: number };

/**
 * How far a hypothesis is into a term. `earned` is for good; `provisional` belongs to a term not yet finished and is
 * lost when the text turns elsewhere.
 */
export type BiasState = {
  readonly earned: number;
  readonly provisional: number;
  readonly node: Node;
  /** The tokens on the way from the root to `node`. */
  readonly path: readonly number[];
  /** The longest term at the beginning of `path` that is a whole word. */
  readonly whole: { readonly bonus: number; readonly length: number };
};

const newNode = (): Node => ({ next: new Map(), bonus: 0, promise: 0 });

/** Raises the tokens of wanted terms in a beam search: shallow fusion with a trie of their spellings. */
export class VocabularyBias {
  readonly #tokenizer: Pick<Tokenizer, 'encode' | 'endsWord'>;
  readonly #root = newNode();
  readonly start = this.#startWith(0);

  /** `context` is text in which names and rare words count as terms of less worth. */
  constructor(
    wanted: { readonly vocabulary: readonly string[]; readonly context: string | null },
    tokenizer: Pick<Tokenizer, 'encode' | 'endsWord'>,
  ) {
    this.#tokenizer = tokenizer;
    const { vocabulary } = wanted;
    const context = contextTerms(wanted.context ?? '', tokenizer);
    const perWord = maxPerWord(vocabulary.length + context.length);
    for (const term of vocabulary) this.#addTerm(term, { perToken: bonusPerToken.vocabulary, perWord });
    for (const term of context) this.#addTerm(term, { perToken: bonusPerToken.context, perWord });
  }

  /** Tokens that would carry a term on or begin one: worth a look even when the model thinks them unlikely. */
  wanted(state: BiasState): Int32Array {
    return Int32Array.from(state.node.next.keys());
  }

  /** Terms are found from left to right, the longest first, and only as whole words. */
  advance(state: BiasState, token: number): BiasState {
    const { node, path, earned } = state;
    const isWhole = node.bonus > 0 && this.#tokenizer.endsWord(token);
    const whole = isWhole ? { bonus: node.bonus, length: path.length } : state.whole;
    const next = node.next.get(token);
    if (next) return { earned, provisional: next.promise, node: next, path: [...path, token], whole };
    if (path.length === 0) return this.#startWith(earned);
    // What came after the term, or after its first token if it is none, may be in a term of its own.
    const rest = [...path.slice(whole.length || 1), token];
    return rest.reduce((after, one) => this.advance(after, one), this.#startWith(earned + whole.bonus));
  }

  #startWith(earned: number): BiasState {
    return { earned, provisional: 0, node: this.#root, path: [], whole: { bonus: 0, length: 0 } };
  }

  #addTerm(term: string, { perToken, perWord }: { perToken: number; perWord: number }): void {
    const spellings = spellingsOf(term, this.#tokenizer).map((spelling) => this.#tokenizer.encode(spelling));
    const words = term.trim().split(/\s+/).length;
    // A longer way to write a term is not worth more, else plurals would be heard where there are none.
    const most = Math.min(perWord * words, perToken * (spellings[0]?.length ?? 0));
    for (const tokens of spellings) this.#addPath(tokens, Math.min(most, perToken * tokens.length));
  }

  #addPath(tokens: readonly number[], bonus: number): void {
    const last = tokens.reduce((node, token, i) => {
      const next = node.next.get(token) ?? newNode();
      node.next.set(token, next);
      next.promise = Math.max(next.promise, (bonus * (i + 1)) / tokens.length);
      return next;
    }, this.#root);
    last.bonus = Math.max(last.bonus, bonus);
  }
}

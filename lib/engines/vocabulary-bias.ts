import type { Tokenizer } from './tokenizer.ts';

const bonusPerToken = 1.5;

type Node = { readonly next: Map<number, Node>; depth: number; endsTerm: boolean };

/**
 * How far a hypothesis is into a term. `earned` is for good; `provisional` belongs to a term not yet finished and is
 * lost when the text turns elsewhere; `finished` is the part of it that is earned if the word ends here.
 */
export type BiasState = {
  readonly node: Node;
  readonly earned: number;
  readonly provisional: number;
  readonly finished: number;
};

/** Raises the tokens of wanted terms in a beam search: shallow fusion with a trie of their spellings. */
export class VocabularyBias {
  readonly #tokenizer: Pick<Tokenizer, 'endsWord'>;
  readonly #root: Node = { next: new Map(), depth: 0, endsTerm: false };
  readonly start: BiasState = { node: this.#root, earned: 0, provisional: 0, finished: 0 };

  constructor(terms: readonly string[], tokenizer: Pick<Tokenizer, 'encode' | 'endsWord'>) {
    this.#tokenizer = tokenizer;
    for (const term of terms) for (const spelling of spellings(term)) this.#add(tokenizer.encode(spelling));
  }

  /** Tokens that would carry a term on or begin one: worth a look even when the model thinks them unlikely. */
  wanted(state: BiasState): Int32Array {
    return Int32Array.from(state.node.next.keys());
  }

  advance(state: BiasState, token: number): BiasState {
    const node = state.node.next.get(token);
    if (node) return this.#enter(node, state.earned, state.finished);
    const earned = state.earned + (this.#tokenizer.endsWord(token) ? state.finished : 0);
    const first = this.#root.next.get(token);
    return first ? this.#enter(first, earned, 0) : { ...this.start, earned };
  }

  #enter(node: Node, earned: number, finished: number): BiasState {
    const provisional = node.depth * bonusPerToken;
    return { node, earned, provisional, finished: node.endsTerm ? provisional : finished };
  }

  #add(tokens: readonly number[]): void {
    let node = this.#root;
    for (const token of tokens) {
      let next = node.next.get(token);
      if (!next) node.next.set(token, (next = { next: new Map(), depth: node.depth + 1, endsTerm: false }));
      node = next;
    }
    node.endsTerm = node !== this.#root;
  }
}

/** As given, and as it looks at the start of a sentence. */
function spellings(term: string): Set<string> {
  const given = term.trim();
  return new Set(given === '' ? [] : [given, given.charAt(0).toUpperCase() + given.slice(1)]);
}

import type { Search } from './beam-search.ts';

/** A decoder that can append several tokens at once to its only text, and remove them. */
type DraftDecoder = {
  readonly step: Search['step'];
  /** Returns logits [tokens.length × vocabularySize]. */
  append(tokens: readonly number[]): Promise<Float32Array>;
  /** Removes all but the first `length` tokens of the text. */
  keep(length: number): void;
};

/**
 * Returns the decoder step for a search that will mostly produce `draft` again. Decodes the tokens of the draft at once,
 * and gives the search their logits as long as it follows them (Leviathan et al. 2023, "Fast Inference from Transformers
 * via Speculative Decoding"). Decodes the first token separately: its activations are the largest, and would leave few
 * of the 8 bits for the others.
 */
export const followDraft = (decoder: DraftDecoder, draft: readonly number[]): Search['step'] => {
  let length = 0;
  let follows = true;
  let ahead: Float32Array | undefined;
  return async (tokens, rows) => {
    length += 1;
    if (length === 1) return decoder.step(tokens, rows);
    follows &&= tokens.length === 1 && tokens[0] === draft[length - 2];
    if (follows) {
      ahead ??= await decoder.append(draft);
      const size = ahead.length / draft.length;
      return ahead.subarray((length - 2) * size, (length - 1) * size);
    }
    if (ahead) decoder.keep(length - 1);
    ahead = undefined;
    return decoder.step(tokens, rows);
  };
};

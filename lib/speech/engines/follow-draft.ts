import type { Search } from './beam-search.ts';

/** A decoder that can append several tokens to its only text at once, and take them back. */
type DraftDecoder = {
  readonly step: Search['step'];
  /** Returns logits [tokens.length × vocabularySize]. */
  append(tokens: readonly number[]): Promise<Float32Array>;
  /** Takes back all but the first `length` tokens of the text. */
  keep(length: number): void;
};

/**
 * Steps of a decoder for a search that will mostly write `draft` again: its tokens are decoded at once, and the search gets their
 * logits as long as it follows them (Leviathan et al. 2023, "Fast Inference from Transformers via Speculative Decoding").
 * The first token is decoded by itself: its activations are the largest, and would leave the others few of the 8 bits.
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

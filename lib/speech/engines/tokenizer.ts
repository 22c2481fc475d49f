/** A speech model's vocabulary: what its tokens are as text. */
export type Tokenizer = {
  /** How many logits the model gives for each token. */
  readonly vocabularySize: number;
  readonly endOfText: number;
  /** The tokens of a text inside a sentence, so with a space before it. */
  encode(text: string): readonly number[];
  /** The text of tokens, spaces kept. Markers such as the end of the text are none. */
  decode(tokens: readonly number[]): string;
  startsWord(token: number): boolean;
  /** Whether a word is over when this token follows it. */
  endsWord(token: number): boolean;
};

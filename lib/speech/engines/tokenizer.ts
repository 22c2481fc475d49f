/** Converts between text and the tokens of a speech model. */
export type Tokenizer = {
  /** The number of logits per step, which may exceed the number of tokens with text. */
  readonly vocabularySize: number;
  readonly endOfText: number;
  /** The tokens of a text that is inside a sentence, so with a leading space unless `isSpaced` is false. */
  encode(text: string, isSpaced?: boolean): readonly number[];
  /** The text of tokens, with spaces. Special tokens such as the end of text are dropped. */
  decode(tokens: readonly number[]): string;
  startsWord(token: number): boolean;
  /** Whether the previous word ends where this token begins. */
  endsWord(token: number): boolean;
};

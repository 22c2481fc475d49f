import llama from 'llama-tokenizer-js';
import type { Tokenizer } from './tokenizer.ts';

/** Moonshine writes in the 32,000 pieces of the Llama tokenizer; the ids above them are markers without text. */
export const beginOfText = 1;
export const endOfText = 2;
export const vocabularySize = 32_768;

const wordStart = '▁';
const pieceOf = (token: number): string => llama.vocabById[token] ?? '';

/** The tokens of a text inside a sentence, so with a space before it. */
export const encodeText = (text: string): readonly number[] => llama.encode(text, false, true);

/** Pieces of the vocabulary that come from program text; the model takes them for one comma or point. */
const doubled = /,{2,}|(?<!\.)\.\.(?!\.)/g;

/** The text of tokens, spaces kept. Characters outside the vocabulary are spelled in byte pieces such as `<0xE2>`. */
export const decodeTokens = (tokens: readonly number[]): string => {
  const bytes = tokens.map((token) => {
    const piece = pieceOf(token);
    const byte = /^<0x([0-9A-F]{2})>$/.exec(piece)?.[1];
    if (byte) return Buffer.from(byte, 'hex');
    return Buffer.from(token <= endOfText ? '' : piece.replaceAll(wordStart, ' '));
  });
  return Buffer.concat(bytes)
    .toString()
    .replaceAll(doubled, ([mark]) => mark ?? '');
};

export const startsWord = (token: number): boolean => pieceOf(token).startsWith(wordStart);

/** Whether a word is over when this token follows it: neither letters nor digits nor a byte piece carry it on. */
export const endsWord = (token: number): boolean =>
  token === endOfText || !/^[\p{L}\p{N}<]/u.test(pieceOf(token));

export const llamaTokenizer: Tokenizer = {
  vocabularySize,
  endOfText,
  encode: encodeText,
  decode: decodeTokens,
  startsWord,
  endsWord,
};

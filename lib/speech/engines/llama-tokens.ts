import llama from 'llama-tokenizer-js';
import type { Tokenizer } from './tokenizer.ts';

/** Moonshine uses the 32,000 tokens of the Llama tokenizer. Higher ids are special tokens without text. */
export const beginOfText = 1;
export const endOfText = 2;

const wordStart = '▁';
const pieceOf = (token: number): string => llama.vocabById[token] ?? '';

/** Tokens such as ",," come from program code. The model uses them as a single comma or period. */
const doubled = /,{2,}|(?<!\.)\.\.(?!\.)/g;

/** The text of tokens with its spaces. Characters outside the vocabulary are byte tokens such as `<0xE2>`. */
const decode = (tokens: readonly number[]): string => {
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

export const llamaTokenizer: Tokenizer = {
  vocabularySize: 32_768,
  endOfText,
  encode: (text, isSpaced = true) => llama.encode(text, false, isSpaced),
  decode,
  startsWord: (token) => pieceOf(token).startsWith(wordStart),
  // Letters, digits and byte tokens continue a word.
  endsWord: (token) => token === endOfText || !/^[\p{L}\p{N}<]/u.test(pieceOf(token)),
};

import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Tokenizer } from './tokenizer.ts';

const TokenizerFile = z.object({
  model: z.object({
    vocab: z.record(z.string(), z.number()),
    /** Pairs in order of merge priority. In older files a pair is one string. */
    merges: z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])),
  }),
  added_tokens: z.array(z.object({ id: z.number(), content: z.string() })),
});
type TokenizerFile = z.infer<typeof TokenizerFile>;

export type WhisperTokenizer = Tokenizer & {
  /** The id of a special token such as `<|translate|>`; undefined if the vocabulary lacks it. */
  marker(name: string): number | undefined;
  readonly markers: ReadonlyMap<string, number>;
  /** For languages written without spaces: each token that starts with a letter or digit is a word. */
  readonly spaceless: Pick<Tokenizer, 'decode' | 'endOfText' | 'startsWord'>;
};

/** Byte-level BPE (as in GPT-2) writes each byte as a visible character: unprintable ones are mapped to U+0100 and up. */
const byteOfLetter = new Map<string, number>();
let moved = 0x100;
for (let byte = 0; byte < 256; byte += 1) {
  const isPrintable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
  byteOfLetter.set(String.fromCodePoint(isPrintable ? byte : moved), byte);
  if (!isPrintable) moved += 1;
}
const letterOfByte = new Map(Array.from(byteOfLetter, ([letter, byte]) => [byte, letter]));

/**
 * The bytes of each token below `end`, in one buffer: the garbage collector would scan 50,000 separate ones again and
 * again, because the decoder creates megabytes of garbage a second.
 */
const readPieces = ({ vocab }: TokenizerFile['model'], end: number): ((token: number) => Buffer) => {
  const pieces: string[] = [];
  for (const [piece, id] of Object.entries(vocab)) if (id < end) pieces[id] = piece;
  const ends = new Uint32Array(end);
  const bytes: number[] = [];
  for (let id = 0; id < end; id += 1) {
    for (const letter of pieces[id] ?? '') bytes.push(byteOfLetter.get(letter) ?? 0);
    ends[id] = bytes.length;
  }
  const all = Buffer.from(bytes);
  return (token) => all.subarray(ends[token - 1] ?? 0, ends[token] ?? 0);
};

/** Splits a text before merging: English contractions, then words, numbers and punctuation with their leading space. */
const preTokens = /'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** Reads the byte-pair encoding (BPE, Sennrich et al. 2016) of a model from `tokenizer.json`. */
export const readTokenizer = async (path: string, vocabularySize: number): Promise<WhisperTokenizer> => {
  const file = await readFile(path);
  const { model, added_tokens } = parse(file);
  const markers = new Map(added_tokens.map(({ id, content }) => [content, id]));
  const endOfText = markers.get('<|endoftext|>');
  if (endOfText === undefined) throw new Error(`${path} has no <|endoftext|>`);
  const bytesOf = readPieces(model, endOfText);
  const textOf = (token: number): string => bytesOf(token).toString();
  const decode = (tokens: readonly number[]): string => Buffer.concat(tokens.map(bytesOf)).toString();
  // A UTF-8 continuation byte means that the token begins inside a character.
  const isInside = (token: number): boolean => ((bytesOf(token)[0] ?? 0) & 0xc0) === 0x80;
  let encode: Tokenizer['encode'] | undefined;

  return {
    vocabularySize,
    endOfText,
    markers,
    marker: (name) => markers.get(`<|${name}|>`),
    // Only vocabulary and context are encoded. Most jobs have neither, so the encoder is built on first use.
    encode: (text, isSpaced) => (encode ??= encoderOf(parse(file).model))(text, isSpaced),
    decode,
    startsWord: (token) => textOf(token).startsWith(' '),
    /** Letters, digits and parts of a character continue a word. */
    endsWord: (token) => token >= endOfText || !/^[\p{L}\p{M}\p{N}\uFFFD]/u.test(textOf(token)),
    spaceless: {
      decode,
      endOfText,
      startsWord: (token) => !isInside(token) && /^ ?[\p{L}\p{N}\uFFFD]/u.test(textOf(token)),
    },
  };
};

const parse = (file: Buffer): TokenizerFile => TokenizerFile.parse(JSON.parse(file.toString()));

const encoderOf = ({ vocab, merges }: TokenizerFile['model']): Tokenizer['encode'] => {
  const ranks = new Map(merges.map((pair, rank) => [typeof pair === 'string' ? pair : pair.join(' '), rank]));
  return (text, isSpaced = true) =>
    Array.from(`${isSpaced ? ' ' : ''}${text}`.matchAll(preTokens)).flatMap(([word]) =>
      mergePieces(word, ranks).flatMap((piece) => vocab[piece] ?? []),
    );
};

/** Splits a word into tokens: merges its bytes pair by pair, the pair of the highest priority first. */
const mergePieces = (word: string, ranks: ReadonlyMap<string, number>): string[] => {
  const pieces = Array.from(Buffer.from(word), (byte) => letterOfByte.get(byte) ?? '');
  for (;;) {
    let best = Infinity;
    let at = 0;
    for (let i = 1; i < pieces.length; i += 1) {
      const rank = ranks.get(`${pieces[i - 1]} ${pieces[i]}`) ?? Infinity;
      if (rank >= best) continue;
      best = rank;
      at = i - 1;
    }
    if (best === Infinity) return pieces;
    pieces.splice(at, 2, `${pieces[at]}${pieces[at + 1]}`);
  }
};

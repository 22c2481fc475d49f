import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Tokenizer } from './tokenizer.ts';

const TokenizerFile = z.object({
  model: z.object({
    vocab: z.record(z.string(), z.number()),
    /** Pairs in the order in which they are merged; older files write a pair as one string. */
    merges: z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])),
  }),
  added_tokens: z.array(z.object({ id: z.number(), content: z.string() })),
});

export type WhisperTokenizer = Tokenizer & {
  /** The id of a marker such as `<|translate|>`; undefined when the vocabulary has none. */
  marker(name: string): number | undefined;
  readonly markers: ReadonlyMap<string, number>;
  /** For languages written without spaces: a word is whatever piece begins with a letter or a digit. */
  readonly spaceless: Pick<Tokenizer, 'decode' | 'startsWord'>;
};

/** Byte-level pieces are written in letters that all can be seen: what is not printable moves up to U+0100. */
const byteOfLetter = new Map<string, number>();
let moved = 0x100;
for (let byte = 0; byte < 256; byte += 1) {
  const isPrintable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
  byteOfLetter.set(String.fromCodePoint(isPrintable ? byte : moved), byte);
  if (!isPrintable) moved += 1;
}
const letterOfByte = new Map(Array.from(byteOfLetter, ([letter, byte]) => [byte, letter]));
const bytesOf = (piece: string): Buffer =>
  Buffer.from(Array.from(piece, (letter) => byteOfLetter.get(letter) ?? 0));

/** Merges never cross these borders: English endings, then words, numbers and signs with the space before them. */
const borders = /'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** Reads the byte-pair encoding of a model from the `tokenizer.json` of its export. */
export const readTokenizer = async (path: string, vocabularySize: number): Promise<WhisperTokenizer> => {
  const { model, added_tokens } = TokenizerFile.parse(JSON.parse(await readFile(path, 'utf8')));
  const markers = new Map(added_tokens.map(({ id, content }) => [content, id]));
  const endOfText = markers.get('<|endoftext|>');
  if (endOfText === undefined) throw new Error(`${path} has no <|endoftext|>`);
  const pieces: Buffer[] = [];
  for (const [piece, id] of Object.entries(model.vocab)) if (id < endOfText) pieces[id] = bytesOf(piece);
  const ranks = new Map(
    model.merges.map((pair, rank) => [typeof pair === 'string' ? pair : pair.join(' '), rank]),
  );
  const textOf = (token: number): string => pieces[token]?.toString() ?? '';
  const decode = (tokens: readonly number[]): string =>
    Buffer.concat(tokens.flatMap((token) => pieces[token] ?? [])).toString();
  // Of a character that takes several pieces only the first counts: the others begin inside it.
  const isInside = (token: number): boolean => ((pieces[token]?.[0] ?? 0) & 0xc0) === 0x80;

  return {
    vocabularySize,
    endOfText,
    markers,
    marker: (name) => markers.get(`<|${name}|>`),
    encode: (text) =>
      Array.from(` ${text}`.matchAll(borders)).flatMap(([word]) =>
        mergePieces(word, ranks).flatMap((piece) => model.vocab[piece] ?? []),
      ),
    decode,
    startsWord: (token) => textOf(token).startsWith(' '),
    /** Neither letters nor digits nor a piece of a character end a word. */
    endsWord: (token) => token >= endOfText || !/^[\p{L}\p{M}\p{N}\uFFFD]/u.test(textOf(token)),
    spaceless: {
      decode,
      startsWord: (token) => !isInside(token) && /^ ?[\p{L}\p{N}\uFFFD]/u.test(textOf(token)),
    },
  };
};

/** The pieces of a word: its bytes, merged pair by pair, the pair that was learned first before all others. */
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

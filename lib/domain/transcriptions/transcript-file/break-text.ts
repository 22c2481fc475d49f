/** A piece of text that stays on one line, `length` grapheme clusters long. `isSpaced`: white space parts it from the piece before. */
export type Piece = { readonly text: string; readonly length: number; readonly isSpaced: boolean };

export const maxLineCharacters = 42;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

const withoutSpaces =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const hasNoSpaces = new RegExp(withoutSpaces, 'u');
const startsWithout = new RegExp(`^${withoutSpaces}`, 'u');
const endsWithout = new RegExp(`${withoutSpaces}$`, 'u');
const holdsToTheLeft = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}]/u;
const holdsToTheRight = /[\p{Ps}\p{Pi}\p{N}]$/u;

/** One line without control characters, each run of white space one space. */
export const plain = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

const mayPart = (left: string, right: string): boolean =>
  (endsWithout.test(left) || startsWithout.test(right)) &&
  !holdsToTheLeft.test(right) &&
  !holdsToTheRight.test(left);

/** Whether a space between these marks the end of a phrase, as in Thai, rather than of a word. */
export const isPhraseSpace = (left: string, right: string): boolean =>
  endsWithout.test(left) && startsWithout.test(right);

/** Chinese, Japanese, Thai and the like between their words; a text of other scripts is one piece. */
const atWords = (text: string): string[] => {
  if (!hasNoSpaces.test(text)) return [text];
  const pieces: string[][] = [];
  let left = '';
  for (const { segment } of words.segment(text)) {
    const open = pieces.at(-1);
    if (open && !mayPart(left, segment)) open.push(segment);
    else pieces.push([segment]);
    left = segment;
  }
  return pieces.map((parts) => parts.join(''));
};

const isAscii = /^[\x20-\x7e]*$/;

const hardAtLine = (text: string): Omit<Piece, 'isSpaced'>[] => {
  if (isAscii.test(text) && text.length <= maxLineCharacters) return [{ text, length: text.length }];
  const clusters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const pieces = [];
  for (let at = 0; at < clusters.length; at += maxLineCharacters) {
    const line = clusters.slice(at, at + maxLineCharacters);
    pieces.push({ text: line.join(''), length: line.length });
  }
  return pieces;
};

/** The pieces of a text between which a line or a caption may end, in order. */
export const breakText = (text: string): Piece[] =>
  plain(text)
    .split(' ')
    .filter((token) => token !== '')
    .flatMap((token) =>
      atWords(token)
        .flatMap(hardAtLine)
        .map((piece, i) => ({ ...piece, isSpaced: i === 0 })),
    );

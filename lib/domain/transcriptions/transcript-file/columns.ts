import { lazy } from '#lib/platform/lazy.ts';

/** The width of a line, in columns. A Latin character takes one. */
export const maxLineColumns = 42;

/** Captions in Chinese, Japanese and Korean have at most 16 characters in a line and 9 a second, others 42 and 17. */
const maxWideCharacters = 16;
const wideCharactersPerSecond = 9;
const charactersPerSecond = 17;

const isWide = (character: string): boolean =>
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\uff01-\uff60]/u.test(character);

/** The share of a line that a grapheme cluster takes, in columns. */
export const columnsOf = (character: string): number =>
  isWide(character) ? maxLineColumns / maxWideCharacters : 1;

export const graphemes = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** The width of a text, in columns. */
export const textColumns = (text: string): number =>
  [...graphemes().segment(text)].reduce((sum, { segment }) => sum + columnsOf(segment), 0);

/** How long it takes to read a grapheme cluster. */
export const readingMsOf = (character: string): number =>
  1_000 / (isWide(character) ? wideCharactersPerSecond : charactersPerSecond);

import * as z from 'zod';
import { lazy } from './lazy.ts';

/** The number of characters as people count them: an emoji outside the basic plane counts as one. */
export const characters = (text: string): number => Array.from(text).length;

/** A text without lone surrogates, which cannot be stored. `message` is the error for other types. */
export const wellFormedText = (message: string) =>
  z.string(message).refine((text) => text.isWellFormed(), {
    params: { rule: 'unicode' },
    message: 'Send valid Unicode, without lone surrogates.',
    abort: true,
  });

/** A text of 1 to `max` characters. `message` is the error for all others. */
export const textUpTo = (max: number, message = `Send a text of 1 to ${max} characters.`) =>
  wellFormedText(message)
    .refine((text) => text !== '' && characters(text) <= max, { params: { rule: 'length' }, message })
    .meta({ minLength: 1, maxLength: max });

/** A name of 1 to `max` characters, none of them a control character. */
const nameUpTo = (max: number) =>
  textUpTo(max)
    .refine((text) => !/\p{Cc}/u.test(text), {
      params: { rule: 'control_character' },
      message: 'Send a name without control characters, such as line breaks.',
      abort: true,
    })
    .meta({ pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' });

/** Matches a visible character. The blank pattern of Braille is excluded too: it is a symbol, but shows nothing. */
const visible = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A name that people see: 1 to `max` characters, at least one of them visible. */
export const displayName = (max: number) =>
  nameUpTo(max).refine((text) => visible.test(text), {
    params: { rule: 'blank' },
    message: 'Send a name that is not blank.',
  });

/** The name of a file. */
export const fileName = nameUpTo(255);

/**
 * A key for comparing texts without regard to case and compatibility form, by Unicode's full case folding: ß equals SS,
 * all three sigmas are equal, but the Turkish ı and i differ. Not for display.
 */
export const caseFolded = (text: string): string =>
  Array.from(text.normalize('NFKC'), foldOne).join('').normalize('NFKC');

/** Folds one character at a time, because JavaScript lower-cases a sigma by its neighbours. */
const foldOne = (character: string): string =>
  character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();

/** Matches, in a class of a RegExp, scripts without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const unspacedScripts = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const unspaced = `[${unspacedScripts}！，．？]`;
const endsUnspaced = new RegExp(`${unspaced}$`, 'u');
const beginsUnspaced = new RegExp(`^${unspaced}`, 'u');

/** Whether two consecutive texts are joined without a space, because both sides are in a script without spaces. */
export const meetDirectly = (before: string, after: string): boolean =>
  endsUnspaced.test(before) && beginsUnspaced.test(after);

/** Joins consecutive texts with a space, unless both sides are in a script without spaces. */
export const joinTexts = (texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .map((text, at, all) => {
      const before = all[at - 1];
      return before === undefined || meetDirectly(before, text) ? text : ` ${text}`;
    })
    .join('');

/** Finds words, also in scripts without spaces. */
export const wordSegmenter = lazy(() => new Intl.Segmenter('und', { granularity: 'word' }));

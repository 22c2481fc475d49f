import * as z from 'zod';

/** Characters as people count them: an emoji outside the basic plane is one. */
export const characters = (text: string): number => Array.from(text).length;

/** Text that can be stored: a half of a surrogate pair is no character. `message` is told of what is no text at all. */
export const wellFormedText = (message: string) =>
  z.string(message).refine((text) => text.isWellFormed(), {
    params: { rule: 'unicode' },
    message: 'Send well-formed Unicode; a lone surrogate is none.',
    abort: true,
  });

/** Text of 1 to `max` characters. */
export const textUpTo = (max: number) => {
  const message = `Send a text of 1 to ${max} characters.`;
  return wellFormedText(message)
    .refine((text) => text !== '' && characters(text) <= max, { params: { rule: 'length' }, message })
    .meta({ minLength: 1, maxLength: max });
};

/** The name of a file: text of 1 to 255 characters, none of them a control character. */
export const fileName = textUpTo(255)
  .refine((text) => !/\p{Cc}/u.test(text), {
    params: { rule: 'control_character' },
    message: 'Send a name without control characters, such as line breaks.',
  })
  .meta({ pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' });

/**
 * A text of which case and compatibility form make no difference: two texts are the same in Unicode's full case folding
 * (ß and SS, all three sigmas, but not the Turkish ı and i) when theirs are equal. Not for showing.
 */
export const caseFolded = (text: string): string =>
  Array.from(text.normalize('NFKC'), foldOne).join('').normalize('NFKC');

/** One by one, for what a letter becomes must not depend on its neighbours, as that of a sigma does in JavaScript. */
const foldOne = (character: string): string =>
  character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();

/** Ends or begins as writing does that puts no spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}！，．？]`;
const endsUnspaced = new RegExp(`${unspaced}$`, 'u');
const beginsUnspaced = new RegExp(`^${unspaced}`, 'u');

/** Puts texts that were spoken one after the other together: with a space between them, where their writing has spaces. */
export const joinTexts = (texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .map((text, at, all) => {
      const before = all[at - 1];
      const isDirect = before === undefined || (endsUnspaced.test(before) && beginsUnspaced.test(text));
      return isDirect ? text : ` ${text}`;
    })
    .join('');

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a text in lower case, without punctuation, also of writing without spaces. */
export const wordsOf = (text: string): string[] =>
  Array.from(segmenter.segment(text.toLowerCase()), ({ segment, isWordLike }) =>
    isWordLike ? segment : '',
  ).filter((word) => word !== '');

import * as z from 'zod';

const maxCharacters = 1_000;
// Browsers take a backslash for a slash and drop tabs and line ends, so "/\evil" and "/\t/evil" lead elsewhere.
const samePath = /^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/;

/** Whether a text is the path of a page here and can lead nowhere else. */
const isPath = (text: string): boolean => {
  const here = 'https://console.invalid';
  return (
    samePath.test(text) &&
    !text.startsWith('/api/') &&
    text.isWellFormed() &&
    URL.parse(text, here)?.origin === here
  );
};

/** Where the browser goes after the sign-in: a path of this origin. */
export const returnTo = z
  .string()
  .max(maxCharacters)
  .refine(isPath, { params: { rule: 'same_origin' }, message: 'Send a path of the console, such as "/".' })
  .default('/')
  .meta({ description: 'Where the browser goes afterwards: a path of the console.' });

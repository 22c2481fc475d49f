import * as z from 'zod';

const maxCharacters = 1_000;
// Browsers take a backslash for a slash and drop tabs and line ends, so "/\evil" and "/\t/evil" lead elsewhere.
const samePath = /^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/;

/** The first folder of a path, with its escapes and dots resolved as often as a server could. Throws on a broken escape. */
const firstFolder = (path: string): string | undefined => {
  const decoded = decodeURIComponent(path);
  if (decoded !== path) return firstFolder(decoded);
  const folders: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') folders.pop();
    else if (part !== '' && part !== '.') folders.push(part);
  }
  return folders[0];
};

const isOfApi = (path: string): boolean => {
  try {
    return firstFolder(path)?.toLowerCase() === 'api';
  } catch {
    return true;
  }
};

/** Whether a text is the path of a page here and can lead nowhere else. */
const isPath = (text: string): boolean => {
  const here = 'https://console.invalid';
  if (!samePath.test(text) || !text.isWellFormed()) return false;
  const url = URL.parse(text, here);
  return url?.origin === here && !isOfApi(url.pathname);
};

/** Where the browser goes after the sign-in: a path of this origin. */
export const returnTo = z
  .string()
  .max(maxCharacters)
  .refine(isPath, { params: { rule: 'same_origin' }, message: 'Send a path of the console, such as "/".' })
  .default('/')
  .meta({ description: 'Where the browser goes afterwards: a path of the console.' });

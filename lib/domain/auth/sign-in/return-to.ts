import * as z from 'zod';

const maxCharacters = 1_000;
// Browsers read a backslash as a slash and drop tabs and line ends, so "/\evil" and "/\t/evil" leave the origin.
const samePath = /^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/;

/** The first folder of a path, with all levels of escapes and dots resolved. Throws on a broken escape. */
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

/** Whether a text is a path of this origin outside the API. */
const isPath = (text: string): boolean => {
  const here = 'https://console.invalid';
  if (!samePath.test(text) || !text.isWellFormed()) return false;
  const url = URL.parse(text, here);
  return url?.origin === here && !isOfApi(url.pathname);
};

/** The browser's destination after the sign-in: a path of this origin. */
export const returnTo = z
  .string()
  .max(maxCharacters)
  .refine(isPath, { params: { rule: 'same_origin' }, message: 'Send a path of the console, such as "/".' })
  .default('/')
  .meta({ description: "The browser's destination after the sign-in: a path of the console." });

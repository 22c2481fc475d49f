import * as z from 'zod';

const maxCharacters = 1_000;
// Browsers read a backslash as a slash and drop tabs and line ends, so "/\evil" and "/\t/evil" leave the origin.
const samePath = /^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/;

/** The first folder of a path, as written and with dots resolved, at each level of escapes. Throws on a broken escape. */
const firstFolders = (path: string): (string | undefined)[] => {
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  const resolved: string[] = [];
  for (const part of parts) {
    if (part === '..') resolved.pop();
    else resolved.push(part);
  }
  const decoded = decodeURIComponent(path);
  return [parts[0], resolved[0], ...(decoded === path ? [] : firstFolders(decoded))];
};

/** Whether any order of decoding leads to the API. Servers differ in when they decode escapes and resolve dots. */
const isOfApi = (path: string): boolean => {
  try {
    return firstFolders(path).some((folder) => folder?.toLowerCase() === 'api');
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

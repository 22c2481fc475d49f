import { canonicalLanguage, isWrittenAlike } from '#lib/speech/languages.ts';
import type { LanguagePairs } from './language-pairs.ts';

/** From Amazon Translate's developer guide, "Supported languages and language codes". */
const codes = [
  'af am ar az bg bn bs ca cs cy da de el en es es-MX et fa fa-AF fi fr fr-CA ga gu ha he hi hr ht hu hy id is it ja ka',
  'kk kn ko lt lv mk ml mn mr ms mt nl no pa pl ps pt pt-PT ro ru si sk sl so sq sr sv sw ta te th tl tr uk ur uz vi zh',
  'zh-TW',
].flatMap((line) => line.split(' '));

/** Amazon's codes by BCP-47 tag. Amazon's `no` is Bokmål, and Tagalog (`tl`) is `fil` in BCP-47. */
const codeOf = new Map([
  ...codes.map((code) => [canonicalLanguage(code) ?? code, code] as const),
  ['nb', 'no'],
]);

/** Amazon Translate's code of a language. Prefers the code of the requested region; undefined if unsupported. */
export const amazonCode = (tag: string): string | undefined => {
  const { language, region } = new Intl.Locale(tag).maximize();
  const known = codeOf.get(tag) ?? codeOf.get(`${language}-${region}`);
  if (known !== undefined) return known;
  return [...codeOf].find(([other]) => isWrittenAlike(tag, other))?.[1];
};

/** Amazon Translate translates between any two of its languages. */
export const amazonPairs: LanguagePairs = {
  targetsOf: (language) => {
    const from = amazonCode(language);
    return from === undefined ? [] : [...codeOf].filter(([, code]) => code !== from).map(([tag]) => tag);
  },
};

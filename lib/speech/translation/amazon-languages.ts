import { canonicalLanguage, isWrittenAlike } from '#lib/speech/languages.ts';
import type { LanguagePairs } from './language-pairs.ts';

/** The codes of Amazon Translate's developer guide, "Supported languages and language codes", each with every other. */
const codes = [
  'af am ar az bg bn bs ca cs cy da de el en es es-MX et fa fa-AF fi fr fr-CA ga gu ha he hi hr ht hu hy id is it ja ka',
  'kk kn ko lt lv mk ml mn mr ms mt nl no pa pl ps pt pt-PT ro ru si sk sl so sq sr sv sw ta te th tl tr uk ur uz vi zh',
  'zh-TW',
].flatMap((line) => line.split(' '));

/** By BCP-47 tag. Norwegian is Bokmål there, and Tagalog has another name in BCP-47. */
const codeOf = new Map([
  ...codes.map((code) => [canonicalLanguage(code) ?? code, code] as const),
  ['nb', 'no'],
]);

/** What Amazon Translate calls a language; of its regional codes the one that was asked for, or none. */
export const amazonCode = (tag: string): string | undefined => {
  const { language, region } = new Intl.Locale(tag).maximize();
  const known = codeOf.get(tag) ?? codeOf.get(`${language}-${region}`);
  if (known !== undefined) return known;
  return [...codeOf].find(([other]) => isWrittenAlike(tag, other))?.[1];
};

/** Amazon Translate goes from each of its languages to each other. */
export const amazonPairs: LanguagePairs = {
  targetsOf: (language) => {
    const from = amazonCode(language);
    return from === undefined ? [] : [...codeOf].filter(([, code]) => code !== from).map(([tag]) => tag);
  },
};

import { primaryLanguage } from '#lib/speech/languages.ts';

const casedScripts: ReadonlySet<string | undefined> = new Set(['Latn', 'Cyrl', 'Grek', 'Armn']);
const known = new Map<string, boolean>();

/**
 * Whether sentences of this language begin with a capital. True for an unknown language, where the letters of the words
 * decide.
 */
export const hasCapitals = (language: string | null): boolean => {
  if (language === null) return true;
  let hasThem = known.get(language);
  if (hasThem === undefined) {
    hasThem = casedScripts.has(new Intl.Locale(language).maximize().script);
    known.set(language, hasThem);
  }
  return hasThem;
};

const smallLetter = /^[\p{Ll}&&[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]]/v;
/** "iPhone", "eBay". */
const innerCapital = /^\p{Ll}+\p{Lu}/u;
/** Addresses are written in lower case. */
const address = /@|\p{L}\.\p{L}{2}|:\/\//u;

/** The letters at the start of a word that become capital: two in the Dutch "ijs", otherwise one. */
const initialOf = (word: string, language: string): string =>
  word.startsWith('ij') && primaryLanguage(language) === 'nl' ? 'ij' : (Array.from(word)[0] ?? '');

/**
 * Greek omits accents only in words of all capitals, so its first letter keeps the accent. One letter may become two, as
 * in Armenian.
 */
const capitalOf = (initial: string, language: string): string => {
  const upper =
    primaryLanguage(language) === 'el' ? initial.toUpperCase() : initial.toLocaleUpperCase(language);
  return upper.slice(0, initial.length) + upper.slice(initial.length).toLowerCase();
};

/** The start of a word, and its form at the start of a sentence. Undefined if it does not change. */
export const capital = (
  word: string,
  language: string | null,
): { readonly was: string; readonly is: string } | undefined => {
  if (!smallLetter.test(word) || innerCapital.test(word) || address.test(word)) return undefined;
  const was = initialOf(word, language ?? 'und');
  const is = capitalOf(was, language ?? 'und');
  return is === was ? undefined : { was, is };
};

import { lazy } from '#lib/platform/lazy.ts';

/** The canonical form of a BCP-47 tag ("EN-us" → "en-US"), or undefined for an invalid one. */
export const canonicalLanguage = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};

const languageNames = lazy(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }));

/** Whether a language has this name: "en-US" does, "xx" and "english" do not, although they look like tags. */
export const isKnownLanguage = (tag: string): boolean =>
  languageNames().of(primaryLanguage(tag)) !== undefined;

/** The language itself, without script, region or variant: "en-US" → "en". */
export const primaryLanguage = (tag: string): string => new Intl.Locale(tag).language;

/** Whether two tags share language and script: "pt-BR" and "pt-PT" do, "zh" and "zh-Hant" do not. */
export const isWrittenAlike = (a: string, b: string): boolean => {
  const [one, other] = [new Intl.Locale(a).maximize(), new Intl.Locale(b).maximize()];
  return one.language === other.language && one.script === other.script;
};

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

/**
 * Whether a language with this tag exists: "en-US" does. "xx", "english" and "und" (undetermined) do not, although they
 * look like tags.
 */
export const isKnownLanguage = (tag: string): boolean =>
  !/^und\b/i.test(tag) && languageNames().of(primaryLanguage(tag)) !== undefined;

/**
 * The primary language, without script, region or variant: "en-US" → "en". "nb" becomes "no", as speech models name
 * Norwegian.
 */
export const primaryLanguage = (tag: string): string => {
  const { language } = new Intl.Locale(tag);
  return language === 'nb' ? 'no' : language;
};

/** Whether two tags share language and script: "pt-BR" and "pt-PT" do, "zh" and "zh-Hant" do not. */
export const isWrittenAlike = (a: string, b: string): boolean =>
  primaryLanguage(a) === primaryLanguage(b) && scriptOf(a) === scriptOf(b);

const scriptOf = (tag: string): string | undefined => new Intl.Locale(tag).maximize().script;

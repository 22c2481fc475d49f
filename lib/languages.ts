/** The canonical form of a BCP-47 tag ("EN-us" → "en-US"), or undefined when it is none. */
export const canonicalLanguage = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};

/** The language itself, without script, region or variant: "en-US" → "en". */
export const primaryLanguage = (tag: string): string => new Intl.Locale(tag).language;

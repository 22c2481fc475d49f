/** The canonical form of a BCP-47 tag ("EN-us" → "en-US"), or undefined for an invalid one. */
export const canonicalLanguage = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};

/** The language itself, without script, region or variant: "en-US" → "en". */
export const primaryLanguage = (tag: string): string => new Intl.Locale(tag).language;

/** Whether two tags share language and script: "pt-BR" and "pt-PT" do, "zh" and "zh-Hant" do not. */
export const isWrittenAlike = (a: string, b: string): boolean => {
  const [one, other] = [new Intl.Locale(a).maximize(), new Intl.Locale(b).maximize()];
  return one.language === other.language && one.script === other.script;
};

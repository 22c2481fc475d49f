import type { TextTranslator } from '#lib/speech/translation/translator.ts';

/** What the scripted translator makes of a text. */
export const inLanguage = (to: string, text: string): string => `${to}(${text})`;

/** A translator of English, Spanish and French that puts the target around each text; `translate` takes its place. */
export const scriptedTranslator = (translate?: TextTranslator['translate']): TextTranslator => {
  const targets: Record<string, string[]> = { en: ['es'], es: ['en'], fr: ['en'] };
  return {
    targetsOf: (language) => targets[language] ?? [],
    maxBytes: 30,
    translate: translate ?? (async (texts, { to }) => texts.map((text) => inLanguage(to, text))),
  };
};

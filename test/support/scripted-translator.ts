import type { TextTranslator } from '#lib/speech/translation/translator.ts';

/** The scripted translation of a text. */
export const inLanguage = (to: string, text: string): string => `${to.toUpperCase()}(${text})`;

/** A translator for English, Spanish and French that wraps each text in the target. `translate` replaces it. */
export const scriptedTranslator = (translate?: TextTranslator['translate']): TextTranslator => {
  const targets: Record<string, string[]> = { en: ['es'], es: ['en'], fr: ['en'] };
  return {
    targetsOf: (language) => targets[language] ?? [],
    maxBytes: 30,
    translate: translate ?? (async (texts, { to }) => texts.map((text) => inLanguage(to, text))),
  };
};

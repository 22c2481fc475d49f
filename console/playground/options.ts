import type { Capabilities, TranscriptionOptions } from '../api/types.ts';

/** What the reader has filled in. */
export type ChosenOptions = {
  hints: string;
  context: string;
  vocabulary: string;
  translation: 'none' | 'one_way' | 'two_way';
  target: string;
  languageA: string;
  languageB: string;
};

export const noOptions: ChosenOptions = {
  hints: '',
  context: '',
  vocabulary: '',
  translation: 'none',
  target: '',
  languageA: '',
  languageB: '',
};

const listed = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** The fields of the request; what was left empty is not sent. */
export const optionsOf = (asked: ChosenOptions): TranscriptionOptions => {
  const hints = listed(asked.hints, /[\s,;]+/);
  const terms = listed(asked.vocabulary, /\n/);
  const context = asked.context.trim();
  const translation = translationOf(asked);
  return {
    ...(hints.length > 0 && { language_hints: hints }),
    ...(context !== '' && { context }),
    ...(terms.length > 0 && { custom_vocabulary: terms }),
    ...(translation && { translation }),
  };
};

const translationOf = ({ translation, target, languageA, languageB }: ChosenOptions) => {
  if (translation === 'one_way' && target) return { type: translation, target_language: target };
  if (translation === 'two_way' && languageA && languageB)
    return { type: translation, language_a: languageA, language_b: languageB };
  return undefined;
};

export type LanguagePairs = {
  /** Languages that some spoken language is translated into. */
  targets: string[];
  /** Languages of which each is spoken and translated into at least one of the others and back. */
  partnersOf: (language: string) => string[];
  bothWays: string[];
};

/** What can be translated into what here, as choices. */
export const translationOffer = ({ translation, capabilities }: Capabilities): LanguagePairs => {
  const pairs = capabilities['translation'] === 'available' ? translation.pairs : [];
  const targetsOf = (language: string) =>
    pairs
      .filter(({ source_languages: sources }) => sources.includes(language))
      .flatMap(({ target_languages: targets }) => targets)
      .filter((target) => target !== language);
  const partnersOf = (language: string) =>
    targetsOf(language).filter((other) => targetsOf(other).includes(language));
  const sources = pairs.flatMap(({ source_languages: languages }) => languages);
  return {
    targets: [...new Set(sources.flatMap(targetsOf))].toSorted(),
    partnersOf,
    bothWays: [...new Set(sources)].filter((language) => partnersOf(language).length > 0).toSorted(),
  };
};

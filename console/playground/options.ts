import type { Capabilities, TranscriptionOptions } from '../api/types.ts';

/** The values of the form fields. */
export type ChosenOptions = {
  /** Language tags. */
  hints: string[];
  context: string;
  vocabulary: string;
  multichannel: boolean;
  digits: boolean;
  withoutFillers: boolean;
  redacted: boolean;
  translation: 'none' | 'one_way' | 'two_way';
  target: string;
  languageA: string;
  languageB: string;
};

export type OptionsProps = {
  capabilities: Capabilities;
  chosen: ChosenOptions;
  onChange: (chosen: ChosenOptions) => void;
};

export const noOptions: ChosenOptions = {
  hints: [],
  context: '',
  vocabulary: '',
  multichannel: false,
  digits: false,
  withoutFillers: false,
  redacted: false,
  translation: 'none',
  target: '',
  languageA: '',
  languageB: '',
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Names everything that `optionsOf` redacts. */
export const redactLabel =
  'Redact card numbers, IBANs, phone numbers, US social security numbers, e-mail addresses';

/** The fields of the request. Empty form fields are omitted. */
export const optionsOf = (chosen: ChosenOptions): TranscriptionOptions => {
  const { hints } = chosen;
  const terms = linesOf(chosen.vocabulary);
  const context = chosen.context.trim();
  const translation = translationOf(chosen);
  return {
    ...(hints.length > 0 && { language_hints: hints }),
    ...(context !== '' && { context }),
    ...(terms.length > 0 && { custom_vocabulary: terms }),
    ...(chosen.multichannel && { multichannel: true }),
    ...formattingOf(chosen),
    ...(chosen.redacted && { redact: ['card_number', 'email', 'phone_number', 'iban', 'us_ssn'] }),
    ...(translation && { translation }),
  };
};

const formattingOf = ({ digits, withoutFillers }: ChosenOptions): Pick<TranscriptionOptions, 'formatting'> =>
  digits || withoutFillers
    ? { formatting: { ...(digits && { numerals: 'digits' }), ...(withoutFillers && { fillers: 'remove' }) } }
    : {};

const translationOf = ({ translation, target, languageA, languageB }: ChosenOptions) => {
  if (translation === 'one_way' && target) return { type: translation, target_language: target };
  if (translation === 'two_way' && languageA && languageB)
    return { type: translation, language_a: languageA, language_b: languageB };
  return undefined;
};

export type LanguagePairs = {
  /** Languages that at least one spoken language can be translated into. */
  targets: string[];
  /** Languages to and from which `language` can be translated. */
  partnersOf: (language: string) => string[];
  /** Languages with at least one partner. */
  bothWays: string[];
};

/** The choices for translation on this deployment. Empty if it does not translate. */
export const languagePairsOf = ({ translation, capabilities }: Capabilities): LanguagePairs => {
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

import { AppError } from '#lib/platform/errors.ts';
import type { SpeechOffer } from '#lib/speech/engines/models.ts';
import { isWrittenAlike, primaryLanguage } from '#lib/speech/languages.ts';
import { canTranslate, type LanguagePairs } from '#lib/speech/translation/language-pairs.ts';
import type { SpeechRequest, Translation } from './transcription.ts';

type Spoken = Pick<SpeechRequest, 'languageHints' | 'translation'>;

const isOf = (tag: string, language: string): boolean => primaryLanguage(tag) === primaryLanguage(language);

/**
 * The target language for speech in this language. In a two-way translation it is the other language. Speech in neither
 * of them is translated into `language_a`, so that one side understands it.
 */
export const translationTarget = (translation: Translation, language: string): string => {
  if (translation.type === 'one_way') return translation.target_language;
  const { language_a: a, language_b: b } = translation;
  return isOf(a, language) ? b : a;
};

/**
 * The language into which the speech model itself must translate, if any. It can translate into only one language at a
 * time.
 */
export const spokenTarget = (
  translation: Translation | null,
  translatesTo: readonly string[],
): string | null => {
  if (translation === null) return null;
  const wanted =
    translation.type === 'one_way'
      ? [translation.target_language]
      : [translation.language_a, translation.language_b];
  return translatesTo.find((target) => wanted.some((tag) => isWrittenAlike(tag, target))) ?? null;
};

/** The language hints of the recognizer, by default the two languages of a two-way translation. */
export const spokenHints = ({ languageHints, translation }: Spoken): readonly string[] =>
  languageHints.length === 0 && translation?.type === 'two_way'
    ? [translation.language_a, translation.language_b]
    : languageHints;

/** The languages that may be spoken: all of the deployment if no hint matches one. */
export const likelyLanguages = (request: Spoken, languages: readonly string[]): readonly string[] => {
  const hinted = new Set(spokenHints(request).map(primaryLanguage));
  const likely = languages.filter((language) => hinted.has(language));
  return likely.length > 0 ? likely : languages;
};

/** What the speech of a job is judged by: its model, or the whole offer with `auto`, and the languages that may be spoken. */
export const judgedBy = (request: Spoken & Pick<SpeechRequest, 'model'>, offer: SpeechOffer) => {
  const chosen = offer.models.find(({ name }) => name === request.model) ?? offer;
  return { ...chosen, expected: likelyLanguages(request, chosen.languages) };
};

/**
 * The spoken languages that cannot be translated as required. One-way, at least one must be translatable into the
 * target; two-way, each of the two that may be spoken must be translatable into the other.
 */
const unreached = (
  translation: Translation,
  sources: readonly string[],
  offer: LanguagePairs,
): readonly string[] => {
  const reaches = (tag: string): boolean => canTranslate(offer, tag, translationTarget(translation, tag));
  if (translation.type === 'one_way') return sources.some(reaches) ? [] : sources;
  const pair = [translation.language_a, translation.language_b];
  const spoken = pair.filter((tag) => sources.some((source) => isOf(tag, source)));
  return spoken.length === 0 ? sources : spoken.filter((tag) => !reaches(tag));
};

/**
 * Refuses a translation that could only fail. The details list the languages that may be spoken, and those into which
 * they can be translated.
 */
export const assertTranslatable = (
  request: Spoken,
  languages: readonly string[],
  offer: LanguagePairs,
): void => {
  const { translation } = request;
  if (translation === null) return;
  const sources = unreached(translation, likelyLanguages(request, languages), offer);
  if (sources.length === 0) return;
  const targets = sources.flatMap((source) => [
    // Speech in the target language of a one-way translation is copied.
    ...(translation.type === 'one_way' ? [source] : []),
    ...offer.targetsOf(source),
  ]);
  throw new AppError(
    'translation_not_supported',
    'This deployment does not translate between these languages. Leave the translation out, or send a pair that GET /v1/capabilities lists.',
    {
      details: { source_languages: sources, target_languages: [...new Set(targets)] },
    },
  );
};

import type { SpeechModel } from '#lib/speech/engines/models.ts';
import { isWrittenAlike, primaryLanguage } from '#lib/speech/languages.ts';

/** The language pairs of a translator, known without loading it. */
export type LanguagePairs = {
  /** BCP-47 tags of the languages that `language` can be translated into. */
  readonly targetsOf: (language: string) => readonly string[];
};

/** Also true if both are the same written language, which needs no translation. */
export const canTranslate = ({ targetsOf }: LanguagePairs, from: string, to: string): boolean =>
  isWrittenAlike(from, to) || targetsOf(from).some((target) => isWrittenAlike(target, to));

/** All pairs of a deployment: those of the speech model itself, and those of the text translator. */
export const withModelPairs = (
  { languages, translatesTo }: Pick<SpeechModel, 'languages' | 'translatesTo'>,
  { targetsOf }: LanguagePairs,
): LanguagePairs => ({
  targetsOf: (language) => {
    if (!languages.includes(primaryLanguage(language))) return [];
    const spoken = translatesTo.filter((target) => !isWrittenAlike(target, language));
    return [...new Set([...spoken, ...targetsOf(language)])];
  },
});

import type { SpeechModel } from '#lib/speech/engines/models.ts';
import { isWrittenAlike, primaryLanguage } from '#lib/speech/languages.ts';

/** Between which languages somebody translates, for those who must know without loading it. */
export type LanguagePairs = {
  /** BCP-47 tags of the languages into which it translates this one. */
  readonly targetsOf: (language: string) => readonly string[];
};

/** Whether it gets from one language to another; text that is already in it need not be translated. */
export const canTranslate = ({ targetsOf }: LanguagePairs, from: string, to: string): boolean =>
  isWrittenAlike(from, to) || targetsOf(from).some((target) => isWrittenAlike(target, to));

/** What a deployment translates in all: its speech model by itself, and its translator what that has written down. */
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

import { AppError } from '#lib/errors.ts';
import { primaryLanguage } from '#lib/languages.ts';
import type { Translation } from './transcription.ts';

/**
 * Refuses at creation what nobody here can translate. Without a translator that is everything but a one-way
 * translation into a language the engine writes, which is the text itself.
 */
export const assertTranslatable = (translation: Translation | null, languages: readonly string[]): void => {
  if (translation === null) return;
  if (translation.type === 'one_way' && languages.includes(primaryLanguage(translation.target_language)))
    return;
  throw new AppError('translation_not_supported', 'This deployment has no translator for these languages.', {
    details: { target_languages: languages },
  });
};

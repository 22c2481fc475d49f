import { AppError } from '#lib/errors.ts';
import { primaryLanguage } from '#lib/languages.ts';
import type { Translation } from './transcription.ts';

/** The language the default engine writes: a one-way translation into it is the text itself. */
const spoken = 'en';

/** Refuses at creation what nobody here can translate. A pair always needs a translator for the other half. */
export const assertTranslatable = (translation: Translation | null): void => {
  if (translation === null) return;
  if (translation.type === 'one_way' && primaryLanguage(translation.target_language) === spoken) return;
  throw new AppError('translation_not_supported', 'This deployment has no translator for these languages.', {
    details: { target_languages: [spoken] },
  });
};

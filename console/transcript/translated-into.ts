import type { TranscriptionView } from '../api/types.ts';

type Translation = NonNullable<TranscriptionView['request']>['translation'] | undefined;

const primary = (tag: string | undefined): string | undefined => tag?.split('-')[0];

/** The language of the translation of a text in the language `spoken`. Undefined without a known translation. */
export const translatedInto = (translation: Translation, spoken: string | null): string | undefined => {
  if (translation?.type !== 'two_way') return translation?.target_language;
  const { language_a: a, language_b: b } = translation;
  return primary(spoken ?? undefined) === primary(a) ? b : a;
};

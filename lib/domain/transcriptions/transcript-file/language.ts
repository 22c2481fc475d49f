import type { Result } from '../result.ts';

/** Which text of a result is told. */
export const transcriptLanguages = ['original', 'translated', 'both'] as const;
export type TranscriptLanguage = (typeof transcriptLanguages)[number];

/** The translation to tell beside the original. Speech already in the wanted language is told once. */
export const translationApart = ({ text, translatedText }: Result['segments'][number]): string =>
  translatedText === null || translatedText === text ? '' : translatedText;

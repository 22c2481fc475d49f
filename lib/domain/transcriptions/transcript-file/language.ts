import type { Result } from '../result.ts';

/** Which text of a result to write. */
export const transcriptLanguages = ['original', 'translated', 'both'] as const;
export type TranscriptLanguage = (typeof transcriptLanguages)[number];

/** The translation to write beside the original; empty for speech that is already in the target language. */
export const distinctTranslation = ({ text, translatedText }: Result['segments'][number]): string =>
  translatedText === null || translatedText === text ? '' : translatedText;

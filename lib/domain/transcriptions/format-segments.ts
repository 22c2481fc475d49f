import { rewrite, rewriteTexts } from '#lib/speech/text/rewrite.ts';
import { sentenceCase } from '#lib/speech/text/sentence-case.ts';
import type { Segment } from './chunk-text.ts';

/** The segments of a whole job as its customer reads them: one text in sentences, its words alike. */
export const formatSegments = (segments: readonly Segment[]): Segment[] => rewrite(segments, sentenceCase);

type Translations = {
  readonly texts: readonly string[];
  readonly languages: readonly (string | null)[];
};

/** The translation of each segment, in sentences. Speech that was copied stays as it is. */
export const formatTranslations = (
  segments: readonly Segment[],
  { texts, languages }: Translations,
): string[] => {
  const passages = segments.map(({ startMs, endMs }, i) => ({
    ...{ startMs, endMs },
    text: texts[i] ?? '',
    language: languages[i] ?? null,
  }));
  const formatted = rewriteTexts(passages, sentenceCase);
  return texts.map((text, i) => (text === segments[i]?.text ? text : (formatted[i] ?? text)));
};

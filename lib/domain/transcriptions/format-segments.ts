import { rewrite, rewriteTexts } from '#lib/speech/text/rewrite.ts';
import { sentenceCase } from '#lib/speech/text/sentence-case.ts';
import type { Segment } from './chunk-text.ts';
import { perChannel } from './per-channel.ts';

/** The segments of a whole job as its customer reads them: each channel is one text in sentences, its words alike. */
export const formatSegments = (segments: readonly Segment[]): Segment[] =>
  perChannel(segments, (own) => rewrite(own, sentenceCase));

type Translations = {
  readonly texts: readonly string[];
  readonly languages: readonly (string | null)[];
};

/** The translation of each segment, in sentences. Speech that was copied stays as it is. */
export const formatTranslations = (
  segments: readonly Segment[],
  { texts, languages }: Translations,
): string[] => {
  const passages = segments.map(({ channel, startMs, endMs }, i) => ({
    ...{ channel, startMs, endMs },
    text: texts[i] ?? '',
    language: languages[i] ?? null,
  }));
  const formatted = perChannel(passages, (own) => rewriteTexts(own, sentenceCase));
  return texts.map((text, i) => (text === segments[i]?.text ? text : (formatted[i] ?? text)));
};

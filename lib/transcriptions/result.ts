import * as z from 'zod';
import { primaryLanguage } from '#lib/languages.ts';
import { Segment } from './chunk-text.ts';
import type { Translation } from './transcription.ts';

const ResultSegment = Segment.pick({
  startMs: true,
  endMs: true,
  text: true,
  language: true,
  words: true,
}).extend({
  translatedText: z.string().nullable(),
});

/** The finished text of a job, as it lies in the results bucket. */
export const Result = z.object({
  transcript: z.string(),
  translatedText: z.string().nullable(),
  detectedLanguages: z.array(z.object({ language: z.string(), share: z.number() })),
  segments: z.array(ResultSegment),
});
export type Result = z.infer<typeof Result>;

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ');

/** Languages by their share of the spoken time, the most spoken first. */
const languageShares = (segments: readonly Segment[]): Result['detectedLanguages'] => {
  const spokenMs = new Map<string, number>();
  for (const { language, startMs, endMs } of segments) {
    if (language) spokenMs.set(language, (spokenMs.get(language) ?? 0) + endMs - startMs);
  }
  const total = [...spokenMs.values()].reduce((sum, ms) => sum + ms, 0);
  return [...spokenMs]
    .map(([language, ms]) => ({ language, share: Math.round((1000 * ms) / Math.max(total, 1)) / 1000 }))
    .toSorted((a, b) => b.share - a.share);
};

/** Text already in the wanted language is its own translation; creation refuses what would need another. */
const translated = (segment: Segment, translation: Translation | null): string | null => {
  if (translation?.type !== 'one_way' || !segment.language) return null;
  return primaryLanguage(translation.target_language) === primaryLanguage(segment.language)
    ? segment.text
    : null;
};

/** Puts the chunks' segments, in order, together to the result. */
export const mergeResult = (segments: readonly Segment[], translation: Translation | null): Result => {
  const merged = segments.map((segment) => ({
    ...segment,
    translatedText: translated(segment, translation),
  }));
  return {
    transcript: joined(segments.map(({ text }) => text)),
    translatedText: translation && joined(merged.map(({ translatedText }) => translatedText ?? '')),
    detectedLanguages: languageShares(segments),
    segments: merged.map(({ tokens: _tokens, meanLogProb: _meanLogProb, ...kept }) => kept),
  };
};

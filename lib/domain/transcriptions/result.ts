import * as z from 'zod';
import { joinTexts } from '#lib/platform/text.ts';
import { Segment } from './chunk-text.ts';

const ResultSegment = Segment.pick({
  startMs: true,
  endMs: true,
  text: true,
  language: true,
  words: true,
}).extend({
  translatedText: z.string().nullable(),
});

/** The text of a completed job, as stored in the results bucket. */
export const Result = z.object({
  transcript: z.string(),
  translatedText: z.string().nullable(),
  detectedLanguages: z.array(z.object({ language: z.string(), share: z.number() })),
  segments: z.array(ResultSegment),
});
export type Result = z.infer<typeof Result>;

/** Languages by their share of the spoken time, in descending order. */
export const languageShares = (segments: readonly Segment[]): Result['detectedLanguages'] => {
  const spokenMs = new Map<string, number>();
  for (const { language, startMs, endMs } of segments) {
    if (language) spokenMs.set(language, (spokenMs.get(language) ?? 0) + endMs - startMs);
  }
  const total = [...spokenMs.values()].reduce((sum, ms) => sum + ms, 0);
  return [...spokenMs]
    .map(([language, ms]) => ({ language, share: Math.round((1000 * ms) / Math.max(total, 1)) / 1000 }))
    .toSorted((a, b) => b.share - a.share);
};

/** Merges the chunks' segments in order. `translations` has one text for each segment. */
export const mergeResult = (
  segments: readonly Segment[],
  translations: readonly string[] | null,
): Result => ({
  transcript: joinTexts(segments.map(({ text }) => text)),
  translatedText: translations && joinTexts(translations),
  detectedLanguages: languageShares(segments),
  segments: segments.map(({ meanLogProb: _meanLogProb, ...kept }, at) => ({
    ...kept,
    translatedText: translations?.[at] ?? null,
  })),
});

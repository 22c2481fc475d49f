import * as z from 'zod';
import { joinTexts } from '#lib/platform/text.ts';
import { ChunkText, Segment } from './chunk-text.ts';

const ResultSegment = Segment.pick({
  channel: true,
  startMs: true,
  endMs: true,
  text: true,
  language: true,
  languageConfidence: true,
  words: true,
}).extend({
  /** The mean probability of its tokens. */
  confidence: z.number(),
  translatedText: z.string().nullable(),
});

/** The text of a completed job, as stored in the results bucket. */
export const Result = z.object({
  transcript: z.string(),
  translatedText: z.string().nullable(),
  /** Of the most spoken language. */
  languageConfidence: z.number().nullable(),
  detectedLanguages: z.array(z.object({ language: z.string(), share: z.number() })),
  segments: z.array(ResultSegment),
  /** What sounded like speech, and the part of it that no text covers. */
  ...ChunkText.pick({ speechMs: true, unrecognizedMs: true }).shape,
});
export type Result = z.infer<typeof Result>;

const rounded = (share: number): number => Math.round(1_000 * share) / 1_000;

/** Languages by their share of the spoken time, in descending order. */
export const languageShares = (segments: readonly Segment[]): Result['detectedLanguages'] => {
  const spokenMs = new Map<string, number>();
  for (const { language, startMs, endMs } of segments) {
    if (language) spokenMs.set(language, (spokenMs.get(language) ?? 0) + endMs - startMs);
  }
  const total = [...spokenMs.values()].reduce((sum, ms) => sum + ms, 0);
  return [...spokenMs]
    .map(([language, ms]) => ({ language, share: rounded(ms / Math.max(total, 1)) }))
    .toSorted((a, b) => b.share - a.share);
};

/** The mean confidence in a language over the speech in it; null if the engine gave none. */
const confidenceIn = (language: string | undefined, segments: readonly Segment[]): number | null => {
  let [sum, totalMs] = [0, 0];
  for (const { language: own, languageConfidence, startMs, endMs } of segments) {
    if (own !== language || languageConfidence === null) continue;
    sum += languageConfidence * (endMs - startMs);
    totalMs += endMs - startMs;
  }
  return totalMs > 0 ? rounded(sum / totalMs) : null;
};

/** What has a channel and a start in the order in which it was spoken; at the same time, by channel. */
export const inSpokenOrder = <T extends Pick<Segment, 'channel' | 'startMs'>>(spoken: readonly T[]): T[] =>
  spoken.toSorted((a, b) => a.startMs - b.startMs || (a.channel ?? 0) - (b.channel ?? 0));

type Speech = Pick<ChunkText, 'speechMs' | 'unrecognizedMs'> & { readonly segments: readonly Segment[] };

/** The result of a whole file. `translations` has one text for each segment. */
export const mergeResult = (
  { segments, speechMs, unrecognizedMs }: Speech,
  translations: readonly string[] | null,
): Result => {
  const detectedLanguages = languageShares(segments);
  return {
    transcript: joinTexts(segments.map(({ text }) => text)),
    translatedText: translations && joinTexts(translations),
    languageConfidence: confidenceIn(detectedLanguages[0]?.language, segments),
    detectedLanguages,
    segments: segments.map(({ meanLogProb, languageConfidence, ...kept }, at) => ({
      ...kept,
      confidence: rounded(Math.exp(meanLogProb)),
      languageConfidence: languageConfidence && rounded(languageConfidence),
      translatedText: translations?.[at] ?? null,
    })),
    speechMs,
    unrecognizedMs,
  };
};

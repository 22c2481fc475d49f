import * as z from 'zod';
import { joinTexts } from '#lib/platform/text.ts';
import { SpeechModelName } from '#lib/speech/engines/models.ts';
import { ChunkText, Segment } from './chunk-text.ts';

const ResultSegment = Segment.pick({
  channel: true,
  startMs: true,
  endMs: true,
  text: true,
  language: true,
  languageConfidence: true,
  model: true,
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
  /** The confidence in the most spoken language. */
  languageConfidence: z.number().nullable(),
  detectedLanguages: z.array(z.object({ language: z.string(), share: z.number() })),
  /** The models by the time of their speech, in descending order. */
  models: z.array(SpeechModelName),
  segments: z.array(ResultSegment),
  /** How much audio sounded like speech, and how much of that has no text. */
  ...ChunkText.pick({ speechMs: true, unrecognizedMs: true }).shape,
});
export type Result = z.infer<typeof Result>;

/** `transcript` comes first in the stored JSON, so the first bytes of the object are enough for this. */
const transcriptStart = /^\{"transcript":"((?:[^"\\]|\\u[\da-f]{4}|\\[^u])*)/i;
const firstCharacters = 120;

/** The beginning of the transcript, read from the first bytes of a stored result: whole words, up to 120 characters. */
export const firstWordsOf = (stored: Buffer): string => {
  // A character that is incomplete after the last byte is left out.
  const json = new TextDecoder().decode(stored, { stream: true });
  const start = z.string().parse(JSON.parse(`"${transcriptStart.exec(json)?.[1] ?? ''}"`));
  if (start.length <= firstCharacters) return start;
  const cut = start.slice(0, firstCharacters + 1);
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0) || firstCharacters);
  return `${words.replace(/\p{Cs}$/u, '').trimEnd()}…`;
};

const rounded = (share: number): number => Math.round(1_000 * share) / 1_000;

/** The spoken time of each value that `of` returns for a segment, in descending order. */
const spokenTimes = <T extends string>(
  segments: readonly Segment[],
  of: (segment: Segment) => T | null,
): [T, number][] => {
  const spokenMs = new Map<T, number>();
  for (const segment of segments) {
    const key = of(segment);
    if (key !== null) spokenMs.set(key, (spokenMs.get(key) ?? 0) + segment.endMs - segment.startMs);
  }
  return [...spokenMs].toSorted(([, a], [, b]) => b - a);
};

/** Languages by their share of the spoken time, in descending order. */
export const languageShares = (segments: readonly Segment[]): Result['detectedLanguages'] => {
  const times = spokenTimes(segments, ({ language }) => language || null);
  const total = times.reduce((sum, [, ms]) => sum + ms, 0);
  return times.map(([language, ms]) => ({ language, share: rounded(ms / Math.max(total, 1)) }));
};

const modelsOf = (segments: readonly Segment[]): SpeechModelName[] =>
  spokenTimes(segments, ({ model }) => model).map(([model]) => model);

/** The mean confidence in a language over the speech in it; null if the engine gave none. */
const confidenceIn = (language: string | undefined, segments: readonly Segment[]): number | null => {
  let sum = 0;
  let totalMs = 0;
  for (const { language: own, languageConfidence, startMs, endMs } of segments) {
    if (own !== language || languageConfidence === null) continue;
    sum += languageConfidence * (endMs - startMs);
    totalMs += endMs - startMs;
  }
  return totalMs > 0 ? rounded(sum / totalMs) : null;
};

/** Sorts by start, and by channel for equal starts. */
export const inSpokenOrder = <T extends Pick<Segment, 'channel' | 'startMs'>>(spoken: readonly T[]): T[] =>
  spoken.toSorted((a, b) => a.startMs - b.startMs || (a.channel ?? 0) - (b.channel ?? 0));

type Speech = Pick<ChunkText, 'speechMs' | 'unrecognizedMs'> & { readonly segments: readonly Segment[] };

/** The result of a whole file. `translations` has one text for each segment, null for one that has none. */
export const mergeResult = (
  { segments, speechMs, unrecognizedMs }: Speech,
  translations: readonly (string | null)[] | null,
): Result => {
  const detectedLanguages = languageShares(segments);
  return {
    transcript: joinTexts(segments.map(({ text }) => text)),
    translatedText: translations && joinTexts(translations.filter((text) => text !== null)),
    languageConfidence: confidenceIn(detectedLanguages[0]?.language, segments),
    detectedLanguages,
    models: modelsOf(segments),
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

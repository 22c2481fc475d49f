import type { Result } from '#lib/domain/transcriptions/result.ts';

export type Segment = Result['segments'][number];

/** A segment of `text` from `startMs` to `endMs`, with `fields` in place of the defaults. */
export const aSegment = (
  [startMs, endMs]: readonly [number, number],
  text: string,
  fields: Partial<Segment> = {},
): Segment => ({
  channel: null,
  startMs,
  endMs,
  text,
  confidence: 0.9,
  language: 'en',
  languageConfidence: null,
  model: 'moonshine-tiny',
  translatedText: null,
  words: [],
  ...fields,
});

/** A result with these segments. */
export const aResult = (segments: readonly Segment[], translatedText: string | null = null): Result => ({
  transcript: segments.map(({ text }) => text).join(' '),
  translatedText,
  languageConfidence: null,
  models: ['moonshine-tiny'],
  detectedLanguages: [{ language: 'en', share: 1 }],
  segments: [...segments],
  speechMs: segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
  unrecognizedMs: 0,
});

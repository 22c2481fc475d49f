import * as z from 'zod';

const ms = z.int().nonnegative();

const Word = z.object({ text: z.string(), startMs: ms, endMs: ms, confidence: z.number() });

/** A stretch of speech with its text. Times are milliseconds from the start of the file. */
export const Segment = z.object({
  /** Null for the mix of all channels. */
  channel: z.int().nonnegative().nullable(),
  startMs: ms,
  endMs: ms,
  text: z.string(),
  /** The engine's own translation, if any. */
  translatedText: z.string().nullable(),
  language: z.string().nullable(),
  languageConfidence: z.number().nullable(),
  meanLogProb: z.number(),
  words: z.array(Word),
});
export type Segment = z.infer<typeof Segment>;

/** The result of one chunk, stored under the work prefix. */
export const ChunkText = z.object({ segments: z.array(Segment) });

import * as z from 'zod';
import type { RecognizedChunk } from '#lib/speech/engines/recognize-heard.ts';
import { SpeechModelName } from '#lib/speech/engines/models.ts';

const ms = z.int().nonnegative();

const Word = z.object({ text: z.string(), startMs: ms, endMs: ms, confidence: z.number() });

/** A stretch of speech with its text. Times are milliseconds from the start of the file. */
export const Segment = z.object({
  /** Null for the mix of all channels. */
  channel: z.int().nonnegative().nullable(),
  startMs: ms,
  endMs: ms,
  text: z.string(),
  model: SpeechModelName,
  /** The engine's own translation, if any. */
  translatedText: z.string().nullable(),
  language: z.string().nullable(),
  languageConfidence: z.number().nullable(),
  meanLogProb: z.number(),
  words: z.array(Word),
});
export type Segment = z.infer<typeof Segment>;

/**
 * A segment as it is stored. The words are not checked: only the recognizer writes them, and checking the 42,000 words of
 * five hours takes as long as merging them.
 */
const StoredSegment = Segment.extend({ words: z.custom<z.infer<typeof Word>[]>(Array.isArray) });

/** The result of one chunk, stored under the work prefix: a `RecognizedChunk`. */
export const ChunkText = z.object({
  segments: z.array(StoredSegment),
  speechMs: ms,
  unrecognizedMs: ms,
  foreignMs: ms,
});
export type ChunkText = z.infer<typeof ChunkText>;

/** The text of a chunk of this channel; null for a mix. */
export const inChannel = (speech: RecognizedChunk, channel: number | null): ChunkText => ({
  ...speech,
  segments: speech.segments.map((segment) => ({ ...segment, channel, words: [...segment.words] })),
});

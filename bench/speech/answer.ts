import * as z from 'zod';

/** Files of raw samples, one for each channel (16 bit, 16 kHz), and whether numbers must be written as digits. */
export const Question = z.object({ channels: z.array(z.string()), digits: z.boolean() });
export type Question = z.infer<typeof Question>;

const Word = z.object({
  text: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  language: z.string().nullable(),
  channel: z.number().nullable(),
});

/** The answer of a system about a sample. `words` are empty if the system gives no times. */
export const Answer = z.object({
  text: z.string(),
  /** The language of most of the speech. */
  language: z.string().nullable(),
  words: z.array(Word),
  /** The code with which a job failed. */
  refused: z.string().nullable(),
  wallMs: z.number(),
  cpuMs: z.number(),
  /** The peak memory of the process so far. */
  rssMb: z.number(),
});
export type Answer = z.infer<typeof Answer>;

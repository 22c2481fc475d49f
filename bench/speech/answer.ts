import * as z from 'zod';

/** Files of raw samples, one for each channel (16 bit, 16 kHz), and whether numbers are to be written in digits. */
export const Question = z.object({ channels: z.array(z.string()), digits: z.boolean() });
export type Question = z.infer<typeof Question>;

const Word = z.object({
  text: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  language: z.string().nullable(),
  channel: z.number().nullable(),
});

/** What a system says about a sample. `words` are empty if it has no times. */
export const Answer = z.object({
  text: z.string(),
  /** Of most of the speech. */
  language: z.string().nullable(),
  words: z.array(Word),
  /** The code with which a job fails. */
  refused: z.string().nullable(),
  wallMs: z.number(),
  cpuMs: z.number(),
  /** The most memory that the process has used so far. */
  rssMb: z.number(),
});
export type Answer = z.infer<typeof Answer>;

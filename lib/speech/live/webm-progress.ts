import * as z from 'zod';
import { OpusTrack } from '#lib/speech/audio/opus/opus-track.ts';

/** A packet at which decoding may begin again, with what must be known of the stream before it. */
const WebmRestart = z.object({
  byte: z.int().positive(),
  clusterTicks: z.number(),
  track: OpusTrack,
  /** Samples of 16 kHz before it. Negative for those that do not count. */
  position: z.int(),
  /** The time in the stream at which its audio begins. */
  originMs: z.number(),
});
export type WebmRestart = z.infer<typeof WebmRestart>;

/** What is known of a stream up to a decision. */
export const WebmProgress = z.object({
  /** Everything before it is decided. */
  decidedByte: z.int().nonnegative(),
  /** Where what comes next may be decoded from; null for the start. */
  restart: WebmRestart.nullable(),
});
export type WebmProgress = z.infer<typeof WebmProgress>;

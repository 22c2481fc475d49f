import * as z from 'zod';
import { OpusTrack } from '#lib/speech/audio/opus/opus-track.ts';

/** A packet at which decoding may restart, with the state that the stream before it leaves. */
const WebmRestart = z.object({
  byte: z.int().positive(),
  clusterTicks: z.number(),
  track: OpusTrack,
  /** The number of 16 kHz samples before it. Negative for samples that are dropped. */
  position: z.int(),
  /** The time in the stream at which its audio begins. */
  originMs: z.number(),
});
export type WebmRestart = z.infer<typeof WebmRestart>;

/** The state of a stream up to a decision. */
export const WebmProgress = z.object({
  /** Everything before it is decided. */
  decidedByte: z.int().nonnegative(),
  /** The packet from which to decode the next audio; null for the start. */
  restart: WebmRestart.nullable(),
});
export type WebmProgress = z.infer<typeof WebmProgress>;

import * as z from 'zod';
import { Claim, JobRef } from './transcription.ts';

/** Messages carry ids only; the data is in the table and the buckets. */
export const FetchMessage = JobRef.extend({ stage: z.literal('fetch') });
export type FetchMessage = z.infer<typeof FetchMessage>;
export const SplitMessage = JobRef;
export const ChunkMessage = Claim.extend({
  index: z.int().nonnegative(),
  /** Set if the sweeper sent the message again. */
  resent: z.literal(true).optional(),
});
export type ChunkMessage = z.infer<typeof ChunkMessage>;
export const FinishMessage = Claim;

/** A dead message of any queue. */
export const DeadMessage = JobRef.extend({
  stage: z.literal('fetch').optional(),
  attempt: z.int().optional(),
  index: z.int().optional(),
});
export type DeadMessage = z.infer<typeof DeadMessage>;

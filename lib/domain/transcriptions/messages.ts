import * as z from 'zod';
import { Claim, JobRef } from './transcription.ts';

/** Messages name things; the table and the buckets hold them. */
export const FetchMessage = JobRef.extend({ stage: z.literal('fetch') });
export type FetchMessage = z.infer<typeof FetchMessage>;
export const SplitMessage = JobRef;
export const ChunkMessage = Claim.extend({
  index: z.number().int().nonnegative(),
  /** The sweeper sends it, because nothing came of the copies before. */
  resent: z.literal(true).optional(),
});
export type ChunkMessage = z.infer<typeof ChunkMessage>;
export const FinishMessage = Claim;

/** Any message that died, whichever queue it came from. */
export const DeadMessage = JobRef.extend({
  stage: z.literal('fetch').optional(),
  attempt: z.number().int().optional(),
  index: z.number().int().optional(),
});
export type DeadMessage = z.infer<typeof DeadMessage>;

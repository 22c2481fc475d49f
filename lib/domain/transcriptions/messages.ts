import * as z from 'zod';
import { Tenant } from '#lib/platform/tenant.ts';
import { Claim, JobRef } from './transcription.ts';

/** Messages carry ids only; the data is in the table and the buckets. */
export const FetchMessage = JobRef.extend({ stage: z.literal('fetch') });
export type FetchMessage = z.infer<typeof FetchMessage>;
/** A part of audio that the attempt cuts in parts. */
export const PartMessage = Claim.extend({ part: z.int().nonnegative() });
export type PartMessage = z.infer<typeof PartMessage>;
/** Asks a worker to check whether parts of an attempt are late. */
export const LatePartsMessage = Claim.extend({ lateParts: z.literal(true) });
export type LatePartsMessage = z.infer<typeof LatePartsMessage>;
/** An upload whose bytes with this ETag have arrived, before a job exists. */
export const ArrivalMessage = z.object({ tenant: Tenant, id: z.string(), eTag: z.string() });
export type ArrivalMessage = z.infer<typeof ArrivalMessage>;
/**
 * The messages of the split queue: about the whole audio of a job, about its parts, or about an upload that has no job
 * yet.
 */
export const SplitMessage = z.union([PartMessage, LatePartsMessage, ArrivalMessage, JobRef]);
export type SplitMessage = z.infer<typeof SplitMessage>;

export const isArrival = (message: SplitMessage): message is ArrivalMessage => 'eTag' in message;
export const isWholeAudio = (message: SplitMessage): message is JobRef =>
  !('attempt' in message) && !isArrival(message);
export const isLateParts = (message: SplitMessage): message is LatePartsMessage => 'lateParts' in message;
export const ChunkMessage = Claim.extend({
  index: z.int().nonnegative(),
  /** Set if the sweeper sent the message again. */
  resent: z.literal(true).optional(),
});
export type ChunkMessage = z.infer<typeof ChunkMessage>;
/**
 * Says that `partsWaiting` parts were just sent for which no worker is ready. It is sent to the workers of chunks,
 * which can call helpers; splitters cannot reach Lambda.
 */
export const PartsWaitMessage = Claim.extend({ partsWaiting: z.int().positive() });
export type PartsWaitMessage = z.infer<typeof PartsWaitMessage>;
export const ChunkQueueMessage = z.union([ChunkMessage, PartsWaitMessage]);
export type ChunkQueueMessage = z.infer<typeof ChunkQueueMessage>;
export const FinishMessage = Claim;

/** A dead message of any queue. */
export const DeadMessage = JobRef.extend({
  stage: z.literal('fetch').optional(),
  attempt: z.int().optional(),
  index: z.int().optional(),
  part: z.int().optional(),
  lateParts: z.literal(true).optional(),
  eTag: z.string().optional(),
  partsWaiting: z.int().optional(),
});
export type DeadMessage = z.infer<typeof DeadMessage>;

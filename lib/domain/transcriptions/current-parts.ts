import type { Parts } from './parts.ts';
import type { Claim, Transcription } from './transcription.ts';

/** The parts that an attempt cuts, and those of them that are already cut. */
export type CurrentParts = Parts & Pick<Transcription, 'cutParts'>;

/**
 * The parts that the current attempt cuts. Undefined if it cuts the audio as one, has given the parts up, or has cut
 * all of them.
 */
export const currentParts = ({
  parts,
  cutParts,
  attempt,
  chunkCount,
  leaseUntil,
}: Pick<Transcription, 'parts' | 'cutParts' | 'attempt' | 'chunkCount' | 'leaseUntil'>):
  | CurrentParts
  | undefined =>
  parts?.attempt === attempt && chunkCount === null && leaseUntil !== null
    ? { ...parts, cutParts }
    : undefined;

/** The parts that the attempt of a claim cuts. Also undefined if another attempt took over, or the job ended. */
export const partsOfAttempt = (
  job: Transcription | undefined,
  { attempt }: Pick<Claim, 'attempt'>,
): CurrentParts | undefined =>
  job?.status === 'processing' && job.attempt === attempt ? currentParts(job) : undefined;

import type { Parts } from './parts.ts';
import type { Claim, Transcription } from './transcription.ts';

/** The parts that the current attempt cuts. Undefined if it cuts the audio as one, gave the parts up, or has cut all. */
export const currentParts = ({
  parts,
  attempt,
  chunkCount,
  leaseUntil,
}: Pick<Transcription, 'parts' | 'attempt' | 'chunkCount' | 'leaseUntil'>): Parts | undefined =>
  parts?.attempt === attempt && chunkCount === null && leaseUntil !== null ? parts : undefined;

/** The parts that a claim's attempt cuts. Undefined also if another attempt took over, or the job ended. */
export const partsOfAttempt = (
  job: Transcription | undefined,
  { attempt }: Pick<Claim, 'attempt'>,
): Parts | undefined =>
  job?.status === 'processing' && job.attempt === attempt ? currentParts(job) : undefined;

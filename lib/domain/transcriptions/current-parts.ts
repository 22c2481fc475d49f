import type { Parts } from './parts.ts';
import type { Claim, Transcription } from './transcription.ts';

/** The parts that an attempt cuts, with those that are cut already. */
export type CurrentParts = Parts & Pick<Transcription, 'cutParts'>;

/** The parts that the current attempt cuts. Undefined if it cuts the audio as one, gave the parts up, or has cut all. */
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

/** The parts that a claim's attempt cuts. Undefined also if another attempt took over, or the job ended. */
export const partsOfAttempt = (
  job: Transcription | undefined,
  { attempt }: Pick<Claim, 'attempt'>,
): CurrentParts | undefined =>
  job?.status === 'processing' && job.attempt === attempt ? currentParts(job) : undefined;

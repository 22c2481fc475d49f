import * as z from 'zod';
import { chunksPerPart } from '#lib/speech/audio/parts/plan.ts';
import { chunksOfPart, PartCut } from './parts.ts';
import { leaseMs } from './timing.ts';
import type { Transcription } from './transcription.ts';

/**
 * How one attempt cut a part of the audio, and how much of the part is recognized. Audio that is cut as one has parts
 * as well: one for each hundred chunks. Each part has its own item, because DynamoDB accepts 1,000 writes a second for
 * one item, and a long job has thousands of chunks.
 */
export const PartProgress = z.object({
  part: z.int(),
  /** Null until the part is completely cut, and for audio that is cut as one. */
  cut: PartCut.nullable().default(null),
  doneChunks: z.set(z.int()).default(new Set()),
  processedMs: z.int().default(0),
  /** When its last chunk was recognized. */
  progressAt: z.iso.datetime().nullable().default(null),
});
export type PartProgress = z.infer<typeof PartProgress>;

/** The part of a chunk. */
export const partOf = (index: number): number => Math.floor(index / chunksPerPart);

type CutJob = Pick<Transcription, 'chunkCount' | 'chunksOfParts'>;

/** The number of chunks in each part of a job whose audio is cut. */
const sizesOfParts = ({ chunkCount, chunksOfParts }: CutJob): readonly number[] =>
  chunksOfParts ??
  Array.from({ length: Math.ceil((chunkCount ?? 0) / chunksPerPart) }, (_, part) =>
    Math.min(chunksPerPart, (chunkCount ?? 0) - part * chunksPerPart),
  );

/** The numbers of the chunks of each part, in the order of the audio. */
export const chunksByPart = (job: CutJob): number[][] =>
  sizesOfParts(job).map((chunks, part) => chunksOfPart(part, chunks));

/** Whether all chunks of a part are recognized. Also false while the number of its chunks is not known. */
export const isPartDone = (job: CutJob, { part, cut, doneChunks }: PartProgress): boolean => {
  const chunks = cut?.chunks ?? (job.chunkCount === null ? undefined : sizesOfParts(job)[part]);
  return doneChunks.size >= (chunks ?? chunksPerPart);
};

/** True when every chunk of the audio has been recognized. */
export const allPartsDone = (job: Pick<Transcription, 'doneParts'> & CutJob): boolean =>
  job.chunkCount !== null &&
  sizesOfParts(job).every((chunks, part) => chunks === 0 || job.doneParts.has(part));

/** The recognized audio, in ms. */
export const processedMsOf = (parts: readonly PartProgress[]): number =>
  parts.reduce((sum, { processedMs }) => sum + processedMs, 0);

/** The time of the last progress of any part, if that was less than a lease ago. */
export const progressBefore = (parts: readonly PartProgress[], now: Date): Date | undefined => {
  const lastMs = Math.max(...parts.map(({ progressAt }) => (progressAt ? Date.parse(progressAt) : 0)));
  return lastMs + leaseMs > now.getTime() ? new Date(lastMs) : undefined;
};

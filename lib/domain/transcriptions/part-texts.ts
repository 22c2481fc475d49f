import * as z from 'zod';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { chunksPerPart } from '#lib/speech/audio/parts/plan.ts';
import { ChunkText } from './chunk-text.ts';
import { removeIfEnded } from './clean-up.ts';
import { currentParts } from './current-parts.ts';
import { chunkTextKey, partTextsKey } from './keys.ts';
import { chunksOfPart } from './parts.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import type { Claim, Transcription } from './transcription.ts';

export type PartTextsDeps = {
  readonly store: Pick<TranscriptionRepository, 'find'>;
  readonly audio: Pick<Bucket, 'get' | 'put' | 'remove'>;
};

/** The texts of a part's chunks, in order. */
const PartTexts = z.array(ChunkText);

/** The chunks of a part if it is cut and all of them are recognized. */
const recognizedPart = (job: Transcription, part: number): number[] | undefined => {
  const chunks = job.chunksOfParts?.[part] ?? currentParts(job)?.cuts[part]?.chunks;
  const indexes = chunks === undefined ? undefined : chunksOfPart(part, chunks);
  return indexes?.every((index) => job.doneChunks.has(index)) ? indexes : undefined;
};

/**
 * Stores the texts of a part as one object once its last chunk, `index`, is recognized, so that the finisher of a long job reads
 * few objects. The texts of the chunks stay: without the object the finisher reads them.
 */
export const joinPartTexts = async (
  deps: PartTextsDeps,
  job: Transcription,
  index: number,
): Promise<void> => {
  const { audio } = deps;
  const part = Math.floor(index / chunksPerPart);
  const indexes = recognizedPart(job, part);
  if (!indexes) return;
  const texts = await Promise.all(indexes.map((one) => audio.get(chunkTextKey(job, one))));
  if (texts.some((text) => text === undefined)) return;
  await audio.put(partTextsKey(job, part), `[${texts.join()}]`, 'application/json');
  await removeIfEnded(deps, job, [partTextsKey(job, part)]);
};

/** Undefined if they were not joined. */
export const readPartTexts = async (
  audio: Pick<Bucket, 'get'>,
  claim: Claim,
  part: number,
): Promise<ChunkText[] | undefined> => {
  const stored = await audio.get(partTextsKey(claim, part));
  return stored && PartTexts.parse(JSON.parse(stored.toString()));
};

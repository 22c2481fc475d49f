import * as z from 'zod';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { ChunkText } from './chunk-text.ts';
import { removeIfEnded } from './clean-up.ts';
import { chunkTextKey, partTextsKey } from './keys.ts';
import type { PartProgress } from './part-progress.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import type { Claim } from './transcription.ts';

export type PartTextsDeps = {
  readonly store: Pick<TranscriptionRepository, 'find'>;
  readonly audio: Pick<Bucket, 'get' | 'put' | 'remove'>;
};

/** The texts of a part's chunks, in order. */
const PartTexts = z.array(ChunkText);

/**
 * Stores the texts of a recognized part as one object, so that the finisher of a long job reads few objects. The texts
 * of the chunks stay: if this object is missing, the finisher reads them.
 */
export const joinPartTexts = async (
  deps: PartTextsDeps,
  claim: Claim,
  { part, doneChunks }: PartProgress,
): Promise<void> => {
  const { audio } = deps;
  const indexes = [...doneChunks].toSorted((a, b) => a - b);
  const texts = await Promise.all(indexes.map((index) => audio.get(chunkTextKey(claim, index))));
  if (texts.some((text) => text === undefined)) return;
  await audio.put(partTextsKey(claim, part), `[${texts.join()}]`, 'application/json');
  await removeIfEnded(deps, claim, [partTextsKey(claim, part)]);
};

/** The joined texts of a part. Undefined if they were not joined. */
export const readPartTexts = async (
  audio: Pick<Bucket, 'get'>,
  claim: Claim,
  part: number,
): Promise<ChunkText[] | undefined> => {
  const stored = await audio.get(partTextsKey(claim, part));
  return stored && PartTexts.parse(JSON.parse(stored.toString()));
};

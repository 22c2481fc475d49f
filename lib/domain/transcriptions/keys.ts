import { tenantWorkPrefix } from '#lib/domain/uploads/upload-key.ts';
import type { Claim, JobRef } from './transcription.ts';

/** Prefix of a job's temporary objects in the audio bucket. */
export const workPrefix = ({ tenant, id }: JobRef): string => `${tenantWorkPrefix(tenant)}${id}/`;

// The attempt is part of the key, so that objects of a superseded worker are never read.
const attemptPrefix = (claim: Claim): string => `${workPrefix(claim)}${claim.attempt}/`;

const chunkStem = (claim: Claim, index: number): string =>
  `${attemptPrefix(claim)}${String(index).padStart(4, '0')}`;

export const chunkAudioKey = (claim: Claim, index: number): string => `${chunkStem(claim, index)}.chunk`;

export const chunkTextKey = (claim: Claim, index: number): string => `${chunkStem(claim, index)}.json`;

/** The key of the texts of a part's chunks. */
export const partTextsKey = (claim: Claim, part: number): string =>
  `${attemptPrefix(claim)}part-${part}.json`;

/**
 * The key of the bytes that make the slice of each part a valid file. It has its own prefix, because the worker that
 * writes them may read nothing else of `work/`.
 */
export const sliceHeadsKey = ({ attempt, ...job }: Claim): string => `${workPrefix(job)}heads/${attempt}`;

/** The key of a translated piece of text, by the fingerprint of its original. It is kept until the job ends. */
export const translationKey = (job: JobRef, fingerprint: string): string =>
  `${workPrefix(job)}translations/${fingerprint}.json`;

/** The key of fetched audio; each attempt has its own. */
export const sourcePrefix = ({ tenant, id }: JobRef): string => `sources/${tenant}/${id}/`;
export const sourceKey = (claim: Claim): string => `${sourcePrefix(claim)}${claim.attempt}`;

export const resultKey = ({ tenant, id }: JobRef): string => `results/${tenant}/${id}.json`;

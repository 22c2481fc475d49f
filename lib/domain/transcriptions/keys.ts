import type { Claim, JobRef } from './transcription.ts';

/** What a job leaves in the audio bucket while it runs. */
export const workPrefix = ({ tenant, id }: JobRef): string => `work/${tenant}/${id}/`;

// The attempt is part of the name, so that what a superseded worker still writes is never read.
const chunkStem = (claim: Claim, index: number): string =>
  `${workPrefix(claim)}${claim.attempt}/${String(index).padStart(4, '0')}`;

export const chunkAudioKey = (claim: Claim, index: number): string => `${chunkStem(claim, index)}.chunk`;

export const chunkTextKey = (claim: Claim, index: number): string => `${chunkStem(claim, index)}.json`;

/** Where a translated part of the text lies until the job is done, by the fingerprint of what was translated. */
export const translationKey = (job: JobRef, fingerprint: string): string =>
  `${workPrefix(job)}translations/${fingerprint}.json`;

/** Where what was fetched for a job lies; the attempt tells two fetches apart. */
export const sourcePrefix = ({ tenant, id }: JobRef): string => `sources/${tenant}/${id}/`;
export const sourceKey = (claim: Claim): string => `${sourcePrefix(claim)}${claim.attempt}`;

export const resultKey = ({ tenant, id }: JobRef): string => `results/${tenant}/${id}.json`;

import { minPlannedBytes } from '#lib/domain/uploads/receive-upload.ts';
import type { FindSource, Source } from './fetch-source.ts';
import { isWholeAudio, type SplitMessage } from './messages.ts';
import { mayHaveParts } from './split-transcription.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import type { Claim, Transcription } from './transcription.ts';

type JobDeps = { readonly store: Pick<TranscriptionRepository, 'find'> };
export type JobSourceDeps = JobDeps & { readonly findSource: FindSource };

const isCutInSeconds = (job: Transcription, { bytes = Infinity, plan }: Source): boolean => {
  if (bytes < minPlannedBytes) return true;
  if (!plan) return false;
  return 'slices' in plan ? mayHaveParts(job) : plan.serially === 'short';
};

/**
 * Whether a message may occupy a splitter for minutes: its audio is cut as one and not known to be short. Costs two or
 * three reads.
 */
export const maySplitForMinutes =
  ({ store, findSource }: JobSourceDeps) =>
  async (message: SplitMessage): Promise<boolean> => {
    if (!isWholeAudio(message)) return false;
    const job = await store.find(message);
    if (!job) return false;
    const source = await findSource(job);
    return source !== undefined && !isCutInSeconds(job, source);
  };

/** Whether a message may occupy a finisher for minutes, because a translator may be slow. Costs one read. */
export const mayFinishForMinutes =
  ({ store }: JobDeps) =>
  async (message: Claim): Promise<boolean> => {
    const job = await store.find(message);
    return job !== undefined && job.request.translation !== null;
  };

import type { Bucket } from '#lib/aws/bucket.ts';
import { log } from '#lib/log.ts';
import { uploadKey } from '#lib/uploads/upload-key.ts';
import { workPrefix } from './keys.ts';
import type { TranscriptionStore } from './store.ts';
import type { Transcription } from './transcription.ts';

export type CleanUpDeps = {
  readonly store: TranscriptionStore;
  readonly audio: Pick<Bucket, 'remove' | 'removeAll'>;
  readonly now: () => Date;
};

/** Removes the audio of a job that has ended. What fails here stays due, and the sweeper does it again. */
export const cleanUp = async (deps: CleanUpDeps, job: Transcription): Promise<void> => {
  try {
    await deps.audio.removeAll(workPrefix(job));
    await deps.audio.remove([uploadKey({ projectId: job.projectId, id: job.uploadId })]);
    await deps.store.markCleaned(job, deps.now());
  } catch (error) {
    log.error('transcription.clean_up_failed', error, { transcription_id: job.id });
  }
};

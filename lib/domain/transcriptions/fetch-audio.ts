import type { Send } from '#lib/platform/aws/queue.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { type CleanUpDeps, cleanUpIfEnded } from './clean-up.ts';
import type { CopyAudio } from './copy-audio.ts';
import { failTranscription } from './fail-transcription.ts';
import { keepLease, type LeaseDeps } from './keep-lease.ts';
import { sourceKey } from './keys.ts';
import { logJob } from './log-fields.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import type { Claim, JobRef } from './transcription.ts';

/** Number of downloads before the job fails. If each fails at once, the last one begins 22 minutes after the first. */
const maxTries = 5;
/** Number of downloads that may be too slow or time out. Fewer, because each one occupies a shared worker. */
const maxSlowTries = 2;

export type FetchDeps = CleanUpDeps &
  LeaseDeps & {
    readonly store: Pick<TranscriptionRepository, 'claim' | 'markFetched'>;
    readonly copyAudio: CopyAudio;
    readonly sendSplit: Send<JobRef>;
  };

/** Copies the audio of a URL into the bucket. Does nothing if the job does not wait for it. */
export const fetchAudio = async (deps: FetchDeps, { tenant, id }: JobRef): Promise<void> => {
  const ref = { tenant, id };
  const job = await deps.store.claim(ref, deps.now(), 'fetch');
  if (!job || job.audioUrl === null) return;
  logJob(job);
  const { audioUrl: url, attempt } = job;
  const claim: Claim = { ...ref, attempt };
  const source = { url, lastTry: attempt >= maxTries, lastSlowTry: attempt >= maxSlowTries };
  try {
    const fetched = await keepLease(deps, claim, (signal) =>
      deps.copyAudio(source, sourceKey(claim), signal),
    );
    const after = await deps.store.markFetched(claim, fetched, deps.now());
    log.info('transcription.fetched', { transcription_id: id });
    if (after) await deps.sendSplit(ref);
    else await cleanUpIfEnded(deps, ref);
  } catch (error) {
    if (error instanceof JobFailure) return failTranscription(deps, claim, error);
    // The job may have been canceled during the download.
    if (!(await cleanUpIfEnded(deps, ref))) throw error;
  }
};

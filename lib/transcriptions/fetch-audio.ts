import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '#lib/aws/bucket.ts';
import type { Send } from '#lib/aws/queue.ts';
import { JobFailure } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { withScratch } from '#lib/scratch.ts';
import { type CleanUpDeps, cleanUpIfEnded } from './clean-up.ts';
import { failTranscription } from './fail-transcription.ts';
import { keepLease, type LeaseDeps } from './keep-lease.ts';
import { sourceKey } from './keys.ts';
import type { Claim, JobRef, StoredAudio } from './transcription.ts';

/** A download that failed so often, over a quarter of an hour, is given up. */
const mostTries = 5;

/** Opens a URL. Rejects, and fails the stream, with a `JobFailure` for what another try will not mend, and on the last try. */
export type OpenAudio = (
  source: { readonly url: string; readonly lastTry: boolean },
  signal: AbortSignal,
) => Promise<Readable>;

export type FetchDeps = CleanUpDeps &
  LeaseDeps & {
    readonly audio: Pick<Bucket, 'putFile'>;
    readonly openAudio: OpenAudio;
    readonly sendSplit: Send<JobRef>;
  };

/** By way of the disk, so that half a file never lies in the bucket. */
const copy = (deps: FetchDeps, claim: Claim, open: () => Promise<Readable>): Promise<StoredAudio> =>
  withScratch(async (folder) => {
    const file = join(folder, 'audio');
    await pipeline(await open(), createWriteStream(file));
    const key = sourceKey(claim);
    return { key, eTag: await deps.audio.putFile(key, file) };
  });

/** Copies the audio of a URL into the bucket. Does nothing when the job does not wait for it. */
export const fetchAudio = async (deps: FetchDeps, { projectId, id }: JobRef): Promise<void> => {
  const ref = { projectId, id };
  const job = await deps.store.claim(ref, deps.now(), 'fetch');
  if (!job || job.audioUrl === null) return;
  const claim: Claim = { ...ref, attempt: job.attempt };
  const source = { url: job.audioUrl, lastTry: job.attempt >= mostTries };
  try {
    const fetched = await keepLease(deps, claim, (signal) =>
      copy(deps, claim, () => deps.openAudio(source, signal)),
    );
    const after = await deps.store.markFetched(claim, fetched, deps.now());
    log.info('transcription.fetched', { transcription_id: id, attempt: claim.attempt });
    if (after) await deps.sendSplit(ref);
    else await cleanUpIfEnded(deps, ref);
  } catch (error) {
    if (error instanceof JobFailure) return failTranscription(deps, claim, error);
    // The job may have been canceled under its hands.
    if (!(await cleanUpIfEnded(deps, ref))) throw error;
  }
};

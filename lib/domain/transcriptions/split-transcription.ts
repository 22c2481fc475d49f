import type { CutOptions } from '#lib/speech/audio/cut.ts';
import type { Chunk } from '#lib/speech/audio/split.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import { chunkEncoder } from '#lib/speech/audio/chunk-file.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { type CleanUpDeps, cleanUpIfEnded } from './clean-up.ts';
import { failTranscription } from './fail-transcription.ts';
import type { FetchSource } from './fetch-source.ts';
import { keepLease, type LeaseDeps } from './keep-lease.ts';
import { chunkAudioKey } from './keys.ts';
import { logJob } from './log-fields.ts';
import type { ChunkMessage } from './messages.ts';
import type { SplitRefusal, TranscriptionRepository } from './transcription-repository.ts';
import { type Claim, allChunksDone, type JobRef, type Transcription } from './transcription.ts';

/** Decodes a file and yields its chunks, each valid until the next one. Returns the audio length in ms. */
export type CutAudio = (file: string, options: CutOptions) => AsyncGenerator<Chunk, number>;

export type SplitDeps = CleanUpDeps &
  LeaseDeps & {
    readonly store: Pick<TranscriptionRepository, 'claim' | 'markSplit'>;
    readonly audio: Pick<Bucket, 'put'>;
    readonly fetchSource: FetchSource;
    readonly cut: CutAudio;
    readonly sendChunk: Send<ChunkMessage>;
    readonly sendFinish: Send<Claim>;
  };

/** Whether this much audio may be recognized before the length is known, so that a later refusal wastes little. */
const isGranted = ({ tenant, heldMicroUsd }: Transcription, cutMs: number): boolean => {
  if (modeOf(tenant) === 'test') return false;
  return heldMicroUsd === null || chargeMicroUsd(cutMs) <= heldMicroUsd;
};

const refused: Record<SplitRefusal, string> = {
  insufficient_credits:
    'The audio is longer, or has more channels, than its size and type allowed for, and the credit of your organization does not cover it. Buy some in the console, and queue the audio again.',
  test_quota_exceeded:
    'Your project has used up its audio in test mode for today. Queue it again after midnight in UTC, or with a live key.',
};

/**
 * Stores and sends each chunk while the next one is decoded. If one of the two fails, waits for the other: an object
 * written after the clean-up would never be removed.
 */
const cutAndSend = async (deps: SplitDeps, job: Transcription, signal: AbortSignal) => {
  const claim = { tenant: job.tenant, id: job.id, attempt: job.attempt };
  return deps.fetchSource(job, async (file) => {
    const chunks = deps.cut(file, { multichannel: job.request.multichannel, signal });
    const encode = chunkEncoder();
    const waiting: number[] = [];
    let chunkCount = 0;
    // Each channel has a chunk, because all are equally long.
    let channels = 1;
    let cutMs = 0;
    const count = ({ channel, startMs, endMs }: Chunk): void => {
      chunkCount += 1;
      channels = Math.max(channels, (channel ?? 0) + 1);
      cutMs += endMs - startMs;
    };
    const send = async ({ index }: Chunk, chunk: Buffer): Promise<void> => {
      const granted = isGranted(job, cutMs);
      await deps.audio.put(chunkAudioKey(claim, index), chunk, 'application/octet-stream');
      if (granted) await deps.sendChunk({ ...claim, index });
      else waiting.push(index);
    };
    let sending = Promise.resolve();
    try {
      for (;;) {
        const [cut, sent] = await Promise.allSettled([chunks.next(), sending]);
        if (cut.status === 'rejected') throw cut.reason;
        if (sent.status === 'rejected') throw sent.reason;
        const { done, value } = cut.value;
        if (done) return { chunkCount, audioMs: value, channels, waiting };
        count(value);
        sending = send(value, encode(value));
      }
    } finally {
      // Stops the decoder if it still runs.
      await chunks.return(0);
    }
  });
};

/** Splits the audio of a queued job into chunks. Does nothing if the job cannot be claimed. */
export const splitTranscription = async (deps: SplitDeps, ref: JobRef): Promise<void> => {
  const job = await deps.store.claim(ref, deps.now());
  if (!job) return;
  logJob(job);
  const claim: Claim = { ...ref, attempt: job.attempt };
  try {
    const { waiting, ...cut } = await keepLease(deps, claim, (signal) => cutAndSend(deps, job, signal));
    const after = await deps.store.markSplit(job, { ...cut, now: deps.now() });
    if (typeof after === 'string') throw new JobFailure(after, refused[after]);
    log.info('transcription.split', { transcription_id: ref.id, chunks: cut.chunkCount });
    if (!after) return void (await cleanUpIfEnded(deps, ref));
    for (const index of waiting) await deps.sendChunk({ ...claim, index });
    if (allChunksDone(after)) await deps.sendFinish(claim);
  } catch (error) {
    if (error instanceof JobFailure) return failTranscription(deps, claim, error);
    // The job may have been canceled during the work.
    if (!(await cleanUpIfEnded(deps, ref))) throw error;
  }
};

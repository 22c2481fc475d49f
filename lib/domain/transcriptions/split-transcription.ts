import type { ByteReader } from '#lib/speech/audio/byte-reader.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import type { CutOptions } from '#lib/speech/audio/cut.ts';
import type { Planned, PlannedParts } from '#lib/speech/audio/parts/plan.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { type CleanUpDeps, cleanUpIfEnded } from './clean-up.ts';
import { failTranscription } from './fail-transcription.ts';
import type { FetchSource } from './fetch-source.ts';
import { keepLease, type LeaseDeps } from './keep-lease.ts';
import { sliceHeadKey } from './keys.ts';
import { logJob } from './log-fields.ts';
import type { SplitMessage } from './messages.ts';
import { recordSplit, type RecordSplitDeps } from './record-split.ts';
import { sendChunks, type SendChunksDeps, type Sent } from './send-chunks.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import type { Claim, JobRef, Transcription } from './transcription.ts';

/** Decodes a file and yields its chunks, each valid until the next one. Returns the audio length in ms. */
export type CutAudio = (file: string, options: CutOptions) => AsyncGenerator<Chunk, number>;

export type SplitDeps = CleanUpDeps &
  LeaseDeps &
  SendChunksDeps &
  RecordSplitDeps & {
    readonly store: Pick<TranscriptionRepository, 'claim' | 'markPlanned'>;
    readonly fetchSource: FetchSource;
    readonly planParts: (file: ByteReader) => Promise<Planned>;
    readonly cut: CutAudio;
    readonly sendSplit: Send<SplitMessage>;
  };

/** How to cut the file in parts; undefined if it is cut as one. */
const planOf = async (
  deps: SplitDeps,
  { id, request, parts }: Transcription,
  file: ByteReader,
): Promise<PlannedParts | undefined> => {
  // Parts that an earlier attempt planned did not work.
  if (request.multichannel || parts !== null) return undefined;
  const plan = await deps.planParts(file);
  if ('slices' in plan) return plan;
  if (plan.serially !== 'short')
    log.info('transcription.cut_serially', { transcription_id: id, reason: plan.serially });
  return undefined;
};

/** Cuts the audio, or only plans its parts. */
const cutOrPlan = (
  deps: SplitDeps,
  job: Transcription,
  signal: AbortSignal,
): Promise<PlannedParts | Sent<number>> =>
  deps.fetchSource(job, async ({ bytes, whole }) => {
    const plan = await planOf(deps, job, bytes);
    if (plan) return plan;
    const { multichannel } = job.request;
    return sendChunks(deps, job, deps.cut(await whole(), { multichannel, signal }));
  });

const sendParts = async (
  deps: SplitDeps,
  claim: Claim,
  { heads = [], ...plan }: PlannedParts,
): Promise<void> => {
  await Promise.all(
    heads.map((head, part) => deps.audio.put(sliceHeadKey(claim, part), head, 'application/octet-stream')),
  );
  const planned = await deps.store.markPlanned(claim, plan, deps.now());
  if (!planned) return void (await cleanUpIfEnded(deps, claim));
  log.info('transcription.planned', { transcription_id: claim.id, parts: plan.slices.length });
  await Promise.all(plan.slices.map((_, part) => deps.sendSplit({ ...claim, part })));
};

/** Splits the audio of a queued job into chunks, a long one through messages about its parts. Does nothing if the job cannot be claimed. */
export const splitTranscription = async (deps: SplitDeps, ref: JobRef): Promise<void> => {
  const job = await deps.store.claim(ref, deps.now());
  if (!job) return;
  logJob(job);
  const claim: Claim = { ...ref, attempt: job.attempt };
  try {
    const cut = await keepLease(deps, claim, (signal) => cutOrPlan(deps, job, signal));
    if ('slices' in cut) return await sendParts(deps, claim, cut);
    const { result: audioMs, chunkCount, channels, waiting } = cut;
    await recordSplit(deps, job, { cut: { audioMs, chunkCount, channels }, waiting });
  } catch (error) {
    if (error instanceof JobFailure) return failTranscription(deps, claim, error);
    // The job may have been canceled during the work.
    if (!(await cleanUpIfEnded(deps, ref))) throw error;
  }
};

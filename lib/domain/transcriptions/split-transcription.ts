import type { ByteReader } from '#lib/speech/audio/byte-reader.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import type { CutOptions } from '#lib/speech/audio/cut.ts';
import type { PartsPlan, Planned } from '#lib/speech/audio/parts/plan.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { type CleanUpDeps, cleanUpIfEnded } from './clean-up.ts';
import { failTranscription } from './fail-transcription.ts';
import type { RecordLateBytes } from '#lib/domain/uploads/late-bytes.ts';
import { type CopySource, type FindSource, SourceReplaced } from './fetch-source.ts';
import { keepLease, type LeaseDeps } from './keep-lease.ts';
import { sliceHeadsKey } from './keys.ts';
import { logJob } from './log-fields.ts';
import type { PartsWaitMessage, SplitMessage } from './messages.ts';
import { recordSplit, type RecordSplitDeps } from './record-split.ts';
import { sendChunks, type SendChunksDeps, type Sent } from './send-chunks.ts';
import { keepHeads } from './slice-heads.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import type { Claim, JobRef, Transcription } from './transcription.ts';

/** Decodes a file and yields its chunks. Each chunk is valid until the next one. Returns the audio length in ms. */
export type CutAudio = (file: string, options: CutOptions) => AsyncGenerator<Chunk, number>;

export type SplitDeps = CleanUpDeps &
  LeaseDeps &
  SendChunksDeps &
  RecordSplitDeps & {
    readonly store: Pick<TranscriptionRepository, 'claim' | 'markPlanned' | 'recordPlan'>;
    readonly findSource: FindSource;
    readonly copySource: CopySource;
    readonly recordLateBytes: RecordLateBytes;
    readonly planParts: (file: ByteReader) => Promise<Planned>;
    readonly cut: CutAudio;
    readonly sendSplit: Send<SplitMessage>;
    /** Sends a message to the chunk queue. */
    readonly sendPartsWait: Send<PartsWaitMessage>;
    /** The maximum number of helpers that may be called when parts wait. */
    readonly partHelpers: number;
  };

/**
 * Whether the audio may be cut in parts. It may not if an earlier attempt planned parts, because those did not work.
 */
export const mayHaveParts = ({ request, parts }: Transcription): boolean =>
  !request.multichannel && parts === null;

const noteSerially = ({ id }: Transcription, plan: Planned): void => {
  if ('serially' in plan && plan.serially !== 'short')
    log.info('transcription.cut_serially', { transcription_id: id, reason: plan.serially });
};

/** Cuts the audio as one, or plans its parts if they were not planned when the audio arrived. */
const cutOrPlan = async (
  deps: SplitDeps,
  job: Transcription,
  signal: AbortSignal,
): Promise<PartsPlan | Sent<number>> => {
  const source = await deps.findSource(job);
  const inParts = mayHaveParts(job);
  const kept = inParts ? source?.plan : undefined;
  if (kept && 'slices' in kept) return kept;
  const cut = await deps.copySource(source, async ({ bytes, whole }) => {
    const plan = inParts ? (kept ?? (await deps.planParts(bytes))) : undefined;
    if (plan && 'slices' in plan) return plan;
    if (plan) noteSerially(job, plan);
    const { multichannel } = job.request;
    return sendChunks(deps, job, deps.cut(await whole(), { multichannel, signal }));
  });
  return 'slices' in cut ? keepHeads(deps.audio, sliceHeadsKey(job), cut) : cut;
};

/** The upload of a job may have had other bytes than were recorded when the job was created. Their event is late. */
const hasLateBytes = async (deps: SplitDeps, job: Transcription): Promise<boolean> => {
  const { tenant, uploadId: id, retryOf, createdAt } = job;
  if (id === null || retryOf !== null) return false;
  const recorded = await deps.findSource(job);
  if (!recorded) return false;
  return deps.recordLateBytes({ tenant, id }, { eTag: recorded.eTag, before: new Date(createdAt) });
};

/** `cutOrPlan`, with the bytes that the upload had when the job was created. */
const cutLatest = async (
  deps: SplitDeps,
  job: Transcription,
  signal: AbortSignal,
): ReturnType<typeof cutOrPlan> => {
  try {
    return await cutOrPlan(deps, job, signal);
  } catch (error) {
    if (!(error instanceof SourceReplaced) || !(await hasLateBytes(deps, job))) throw error;
    return cutOrPlan(deps, job, signal);
  }
};

/** The number of messages on which Lambda works at once when a queue was empty. */
const readyWorkers = 5;

/** The number of parts, of those that are sent at once, for which a helper is worthwhile. */
export const partsForHelpers = (parts: number, partHelpers: number): number =>
  Math.max(0, Math.min(parts - readyWorkers, partHelpers));

/**
 * Asks the workers of chunks, which can reach Lambda, to call helpers. If the message is lost, the job only takes
 * longer.
 */
const askForHelpers = async (deps: SplitDeps, claim: Claim, parts: number): Promise<void> => {
  const partsWaiting = partsForHelpers(parts, deps.partHelpers);
  if (partsWaiting === 0) return;
  await deps.sendPartsWait({ ...claim, partsWaiting }).catch((error: unknown) => {
    log.error('queue.call_failed', error);
  });
};

const sendParts = async (deps: SplitDeps, claim: Claim, plan: PartsPlan): Promise<void> => {
  await deps.store.recordPlan(claim, plan, deps.now());
  const planned = await deps.store.markPlanned(claim, plan.slices.length, deps.now());
  if (!planned) return void (await cleanUpIfEnded(deps, claim));
  log.info('transcription.planned', { transcription_id: claim.id, parts: plan.slices.length });
  await Promise.all(plan.slices.map((_, part) => deps.sendSplit({ ...claim, part })));
  await askForHelpers(deps, claim, plan.slices.length);
};

/**
 * Splits the audio of a queued job into chunks; for long audio it sends a message for each part. Does nothing if the
 * job cannot be claimed.
 */
export const splitTranscription = async (deps: SplitDeps, ref: JobRef): Promise<void> => {
  const job = await deps.store.claim(ref, deps.now());
  if (!job) return;
  logJob(job);
  const claim: Claim = { ...ref, attempt: job.attempt };
  try {
    const cut = await keepLease(deps, claim, (signal) => cutLatest(deps, job, signal));
    if ('slices' in cut) return await sendParts(deps, claim, cut);
    const { result: audioMs, chunkCount, channels, waiting } = cut;
    await recordSplit(deps, job, { cut: { audioMs, chunkCount, channels }, waiting });
  } catch (error) {
    if (error instanceof JobFailure) return failTranscription(deps, claim, error);
    // The job may have been canceled during the work.
    if (!(await cleanUpIfEnded(deps, ref))) throw error;
  }
};

import type { Chunk } from '#lib/speech/audio/chunk.ts';
import type { PartsPlan } from '#lib/speech/audio/parts/plan.ts';
import { NotInParts } from '#lib/speech/audio/parts/not-in-parts.ts';
import type { PartCut, PartPlace } from '#lib/speech/audio/parts/split-part.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { cleanUpIfEnded } from './clean-up.ts';
import { failTranscription } from './fail-transcription.ts';
import type { FetchSlice, PlannedPart } from './fetch-slice.ts';
import { keepLease, type LeaseDeps } from './keep-lease.ts';
import { scheduleLateCheck } from './late-parts.ts';
import { logJob } from './log-fields.ts';
import type { PartMessage, SplitMessage } from './messages.ts';
import { chunksOfPart, joinCuts, missingParts } from './parts.ts';
import { recordSplit, type RecordSplitDeps } from './record-split.ts';
import { isPartDone, type PartProgress } from './part-progress.ts';
import { reportPart } from './report-part.ts';
import { isGranted, sendChunks, type SendChunksDeps } from './send-chunks.ts';
import type { PartRef, TranscriptionRepository } from './transcription-repository.ts';
import { currentParts, partsOfAttempt } from './current-parts.ts';
import type { Claim, Transcription } from './transcription.ts';

/** Decodes the slice of a part and yields its chunks. Each chunk is valid until the next one. */
export type CutPart = (file: string, place: PartPlace, signal: AbortSignal) => AsyncGenerator<Chunk, PartCut>;

export type CutPartDeps = LeaseDeps &
  SendChunksDeps &
  RecordSplitDeps & {
    readonly store: Pick<
      TranscriptionRepository,
      'findPlan' | 'listPartProgress' | 'markPartCut' | 'recordCut' | 'releaseParts'
    >;
    readonly fetchSlice: FetchSlice;
    readonly cutPart: CutPart;
    readonly sendSplit: Send<SplitMessage>;
  };

/**
 * Gives the parts up, so that a new attempt cuts the whole audio as one. Only such an attempt can tell whether the file
 * is damaged.
 */
const cutAsOne = async (deps: CutPartDeps, claim: Claim, reason: string): Promise<void> => {
  log.info('transcription.parts_given_up', { transcription_id: claim.id, reason });
  const { tenant, id } = claim;
  if (await deps.store.releaseParts(claim, deps.now())) await deps.sendSplit({ tenant, id });
  else await cleanUpIfEnded(deps, claim);
};

/** Joins the parts when all are cut. If they do not fit together, the audio is cut as one. */
const joinParts = async (deps: CutPartDeps, job: Transcription, { lengthMs }: PartsPlan): Promise<void> => {
  const parts = currentParts(job);
  if (!parts || missingParts(parts).length > 0) return;
  const progress = await deps.store.listPartProgress(job);
  const cuts = progress.flatMap(({ cut }) => cut ?? []);
  const joined = joinCuts(cuts, lengthMs);
  if (!joined) return cutAsOne(deps, job, 'Neighbours or the header disagree.');
  const { chunksOfParts, audioMs } = joined;
  const chunkCount = chunksOfParts.reduce((sum, chunks) => sum + chunks, 0);
  const waiting = cuts.flatMap(({ chunks, end }, part) =>
    isGranted(job, end.ms) ? [] : chunksOfPart(part, chunks),
  );
  await recordSplit(deps, job, { cut: { chunkCount, audioMs, channels: 1, chunksOfParts }, waiting });
};

/** An error in a slice may come from the slicing, so it does not fail the job. */
const cutSlice = async (deps: CutPartDeps, job: Transcription, planned: PlannedPart): Promise<PartCut> => {
  const { tenant, id, attempt } = job;
  const { part, plan } = planned;
  const { skip, end } = plan.slices[part] ?? {};
  const place = { part, isLast: part + 1 === plan.slices.length, trim: { skip, end } };
  try {
    const { result } = await keepLease(deps, { tenant, id, attempt }, (signal) =>
      deps.fetchSlice(job, planned, (file) => sendChunks(deps, job, deps.cutPart(file, place, signal))),
    );
    return result;
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    throw new NotInParts(error.message, { cause: error });
  }
};

/** Cuts the part, unless another worker has cut it. Reports the part if all its chunks are recognized already. */
const cutOnce = async (deps: CutPartDeps, job: Transcription, planned: PlannedPart): Promise<void> => {
  const { tenant, id, attempt } = job;
  const ref: PartRef = { tenant, id, attempt, part: planned.part };
  const cutNow = async (): Promise<PartProgress> => {
    const cut = await cutSlice(deps, job, planned);
    log.info('transcription.part_cut', { transcription_id: id, part: ref.part, chunks: cut.chunks });
    return deps.store.recordCut(ref, cut, deps.now());
  };
  const found = await deps.store.findPartProgress(ref);
  const progress = found?.cut ? found : await cutNow();
  if (isPartDone(job, progress)) await reportPart(deps, ref);
};

const isWanted = (job: Transcription | undefined, message: PartMessage): job is Transcription =>
  partsOfAttempt(job, message) !== undefined;

/** Cuts one part of a job's audio into chunks, and joins the parts after the last one. Drops a part that is no longer needed. */
export const cutPart = async (deps: CutPartDeps, message: PartMessage): Promise<void> => {
  const { part, ...claim } = message;
  const job = await deps.store.find(claim);
  if (!isWanted(job, message)) return;
  logJob(job);
  try {
    const plan = await deps.store.findPlan(claim);
    if (!plan) throw new NotInParts('The plan is gone.');
    await cutOnce(deps, job, { plan, part });
    const after = await deps.store.markPartCut({ ...claim, part }, deps.now());
    if (!after) return void (await cleanUpIfEnded(deps, claim));
    await joinParts(deps, after, plan);
    await scheduleLateCheck(deps, after);
  } catch (error) {
    if (error instanceof NotInParts) return cutAsOne(deps, claim, error.message);
    if (error instanceof JobFailure) return failTranscription(deps, claim, error);
    if (await cleanUpIfEnded(deps, claim)) return;
    // Another worker may have cut the same part, and ended the lease by joining all parts.
    if (isWanted(await deps.store.find(claim), message)) throw error;
  }
};

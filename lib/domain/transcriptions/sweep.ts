import type { Send } from '#lib/platform/aws/queue.ts';
import { sweepEach } from '#lib/platform/due-index/sweep-each.ts';
import { cleanUp, type CleanUpDeps } from './clean-up.ts';
import { killsItsWorkers } from './chunk-starts.ts';
import { currentParts } from './current-parts.ts';
import { failTranscription, attemptsUsedUp } from './fail-transcription.ts';
import { jobLogFields, logJob } from './log-fields.ts';
import type { ChunkMessage, FetchMessage, SplitMessage } from './messages.ts';
import { nextStep } from './next-step.ts';
import { type PartProgress, progressBefore } from './part-progress.ts';
import { maxChunkRestarts, nextJobSweepMs } from './timing.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import type { Claim, DueJob, Transcription } from './transcription.ts';
import { later } from '#lib/platform/durations.ts';

export type SweepDeps = Required<CleanUpDeps> & {
  readonly store: Pick<
    TranscriptionRepository,
    'listDue' | 'rescheduleSweep' | 'findChunkStarts' | 'listPartProgress' | 'noteProgress'
  >;
  readonly sendFetch: Send<FetchMessage>;
  readonly sendSplit: Send<SplitMessage>;
  readonly sendChunk: Send<ChunkMessage>;
  readonly sendFinish: Send<Claim>;
};

/** Whether a chunk kills its workers; checked only after sending it again did not help. */
const isHopeless = async (
  { store }: SweepDeps,
  { tenant, id, attempt, sweeps }: Transcription,
  { indexes, now }: { readonly indexes: readonly number[]; readonly now: Date },
): Promise<boolean> => {
  if (sweeps <= maxChunkRestarts) return false;
  const chunks = indexes.map((index) => store.findChunkStarts({ tenant, id, attempt, index }));
  return (await Promise.all(chunks)).some((starts) => killsItsWorkers(starts, now));
};

/** Whether recognized chunks bring the job forward. Those of a splitter that died before the end of the audio do not. */
const canProgress = (job: Transcription): boolean =>
  job.status === 'processing' && (job.chunkCount !== null || currentParts(job) !== undefined);

/** The next look at the job: after a pause, or when a new attempt may begin. */
const nextSweepAt = (job: Transcription, progress: readonly PartProgress[], now: Date): Date => {
  const step = nextStep(job, progress, now);
  return (step.kind === 'wait' && step.until) || later(now, nextJobSweepMs(job.sweeps));
};

/** Does the next step of the job. False if the job changed in the meantime or only needs to wait. */
const restart = async (deps: SweepDeps, due: DueJob): Promise<boolean> => {
  const now = deps.now();
  const found = await deps.store.find(due.ref);
  if (!found) return false;
  const progress = canProgress(found) ? await deps.store.listPartProgress(found) : [];
  const movedAt = progressBefore(progress, now);
  if (movedAt) {
    await deps.store.noteProgress(found, movedAt);
    return false;
  }
  const job = await deps.store.rescheduleSweep(due, nextSweepAt(found, progress, now));
  if (!job) return false;
  logJob(job);
  const { tenant, id, attempt } = job;
  const step = nextStep(job, progress, now);
  switch (step.kind) {
    case 'wait':
      return false;
    case 'clean_up':
      await cleanUp(deps, job);
      return true;
    case 'fail':
      await failTranscription(deps, { tenant, id }, step.failure);
      return true;
    case 'fetch':
      await deps.sendFetch({ tenant, id, stage: 'fetch' });
      return true;
    case 'split':
      await deps.sendSplit({ tenant, id });
      return true;
    case 'cut_parts':
      await Promise.all(step.parts.map((part) => deps.sendSplit({ tenant, id, attempt, part })));
      return true;
    case 'finish':
      await deps.sendFinish({ tenant, id, attempt });
      return true;
    case 'recognize': {
      if (await isHopeless(deps, job, { indexes: step.indexes, now })) {
        await failTranscription(deps, { tenant, id, attempt }, attemptsUsedUp());
        return true;
      }
      const resent = { tenant, id, attempt, resent: true } as const;
      await Promise.all(step.indexes.map((index) => deps.sendChunk({ ...resent, index })));
      return true;
    }
  }
};

/**
 * Restarts the due jobs that have stopped. All jobs that wait in a long queue are due, too: one after another, 50,000 of them
 * would keep a stopped one waiting for half an hour.
 */
export const sweep = (deps: SweepDeps): Promise<void> =>
  sweepEach({
    now: deps.now,
    concurrency: 8,
    list: (at, from) => deps.store.listDue(at, from),
    logFields: ({ ref }) => jobLogFields(ref),
    handle: (due) => restart(deps, due),
  });

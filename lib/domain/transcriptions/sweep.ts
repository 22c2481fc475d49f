import type { Send } from '#lib/platform/aws/queue.ts';
import { log, withLogFields } from '#lib/platform/log.ts';
import { cleanUp, type CleanUpDeps } from './clean-up.ts';
import { killsItsWorkers } from './chunk-starts.ts';
import { failTranscription, isGivenUp } from './fail-transcription.ts';
import { jobLogFields, logJob } from './log-fields.ts';
import type { ChunkMessage, FetchMessage } from './messages.ts';
import { nextStep } from './next-step.ts';
import { maxChunkRestarts, nextSweepMs } from './timing.ts';
import type { Claim, Due, JobRef, Transcription } from './transcription.ts';
import { later } from '#lib/platform/durations.ts';

export type SweepDeps = CleanUpDeps & {
  readonly sendFetch: Send<FetchMessage>;
  readonly sendSplit: Send<JobRef>;
  readonly sendChunk: Send<ChunkMessage>;
  readonly sendFinish: Send<Claim>;
};

/** Whether a chunk kills its workers; checked only after sending it again did not help. */
const isHopeless = async (
  { store }: SweepDeps,
  { tenant, id, attempt, pushes }: Transcription,
  { indexes, now }: { readonly indexes: readonly number[]; readonly now: Date },
): Promise<boolean> => {
  if (pushes <= maxChunkRestarts) return false;
  const chunks = indexes.map((index) => store.findChunkStarts({ tenant, id, attempt, index }));
  return (await Promise.all(chunks)).some((starts) => killsItsWorkers(starts, now));
};

const push = async (deps: SweepDeps, due: Due): Promise<boolean> => {
  const now = deps.now();
  const found = await deps.store.find(due.ref);
  if (!found) return false;
  const job = await deps.store.takeLook(due, later(now, nextSweepMs(found.pushes)));
  if (!job) return false;
  logJob(job);
  const { tenant, id, attempt } = job;
  const step = nextStep(job, now);
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
    case 'finish':
      await deps.sendFinish({ tenant, id, attempt });
      return true;
    case 'recognize': {
      if (await isHopeless(deps, job, { indexes: step.indexes, now })) {
        await failTranscription(deps, { tenant, id, attempt }, isGivenUp());
        return true;
      }
      const resent = { tenant, id, attempt, resent: true } as const;
      await Promise.all(step.indexes.map((index) => deps.sendChunk({ ...resent, index })));
      return true;
    }
  }
};

/** One that cannot be pushed does not stop the others. */
const pushed = async (deps: SweepDeps, due: Due): Promise<boolean> => {
  try {
    return await push(deps, due);
  } catch (error) {
    log.error('sweep.push_failed', error);
    return false;
  }
};

/** Looks at every job that is due and pushes those that stand still. */
export const sweep = async (deps: SweepDeps): Promise<void> => {
  const dues = await deps.store.listDue(deps.now());
  let count = 0;
  for (const due of dues) {
    if (await withLogFields(jobLogFields(due.ref), () => pushed(deps, due))) count += 1;
  }
  log.info('sweep.finished', { due: dues.length, pushed: count });
};

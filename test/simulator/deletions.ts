import type { Caller } from '#lib/domain/auth/caller.ts';
import { hour, minute, second } from './chaos.ts';
import type { EffectHooks } from './effect-hooks.ts';
import { type Ending, InjectedFault, type Setting, startWorker, type Worker } from './worker.ts';

export type Deletions = Setting & {
  readonly effectHooks: EffectHooks;
  readonly erase: (worker: Worker, caller: Caller, id: string) => Promise<void>;
  readonly requested: (id: string) => void;
  /** Called when a deletion request has ended. */
  readonly ended: (id: string, ending: Ending) => void;
};

/** Calls that change or clean up a job. A deletion may happen between any two of them. */
const callNames = [
  ...['download', 'putFile', 'markFetched', 'send split'],
  ...['claim', 'markSplit', 'markChunkDone', 'markPartDone', 'find', 'put', 'send finish'],
  ...['putOnce', 'putOnce', 'complete', 'complete', 'fail'],
  ...['leaveQueue', 'removeAll', 'remove', 'markCleaned', 'rescheduleSweep'],
] as const;

/** Deletes a job at a random time, sometimes several times, and retries each request until it succeeds. */
export const requestDeletion = (deps: Deletions, caller: Caller, id: string): void => {
  const { timeline, random, effectHooks } = deps;

  const ask = (): void => {
    deps.requested(id);
    const ended = (ending: Ending): void => {
      deps.ended(id, ending);
      const isRetryable =
        ending.kind === 'died' || (ending.kind === 'threw' && ending.error instanceof InjectedFault);
      if (isRetryable) timeline.in(random.between(1, 30) * second, ask);
    };
    startWorker(deps, { name: `delete ${id.slice(0, 8)}`, timeoutMs: 30 * second, ended }, (worker) =>
      deps.erase(worker, caller, id),
    );
  };
  const begin = (): void => {
    ask();
    if (random.chance(0.2)) timeline.in(random.below(50), ask);
    if (random.chance(0.2)) timeline.in(random.below(random.pick(minute, hour)), ask);
  };

  const waitFor = (callName: string, times: number, delayMs: number): void =>
    effectHooks.next(callName, () => {
      if (times > 1) waitFor(callName, times - 1, delayMs);
      else timeline.in(delayMs, begin);
    });
  if (random.chance(0.3)) {
    const withinMs = random.pick(50, 5 * second, 3 * minute, 30 * minute, 12 * hour);
    timeline.in(random.below(withinMs), begin);
  } else {
    waitFor(
      random.pick(...callNames),
      random.pick(1, 1, 2, 4),
      random.below(random.pick(1, 40, 40, 2 * second)),
    );
  }
};

import type { Caller } from '#lib/domain/auth/caller.ts';
import { hour, minute, second } from './chaos.ts';
import type { Moments } from './moments.ts';
import { type Ending, Injected, type Setting, startWorker, type Worker } from './worker.ts';

export type Deletions = Setting & {
  readonly moments: Moments;
  readonly erase: (worker: Worker, caller: Caller, id: string) => Promise<void>;
  readonly asked: (id: string) => void;
  /** Told how each request ended. */
  readonly ended: (id: string, ending: Ending) => void;
};

/** Calls by which a job moves or is put away: what a deletion may come before, between and after. */
const turns = [
  ...['download', 'putFile', 'markFetched', 'send split'],
  ...['claim', 'markSplit', 'markChunkDone', 'find', 'put', 'send finish'],
  ...['putOnce', 'putOnce', 'complete', 'complete', 'fail'],
  ...['leaveQueue', 'removeAll', 'remove', 'markCleaned', 'takeLook'],
] as const;

/** Asks for the deletion of a job at any instant, perhaps several times, and each time until it is answered. */
export const askDeletion = (shop: Deletions, caller: Caller, id: string): void => {
  const { timeline, random, moments } = shop;

  const ask = (): void => {
    shop.asked(id);
    const ended = (ending: Ending): void => {
      shop.ended(id, ending);
      const again = ending.kind === 'died' || (ending.kind === 'threw' && ending.error instanceof Injected);
      if (again) timeline.in(random.between(1, 30) * second, ask);
    };
    startWorker(shop, { name: `delete ${id.slice(0, 8)}`, timeoutMs: 30 * second, ended }, (worker) =>
      shop.erase(worker, caller, id),
    );
  };
  const begin = (): void => {
    ask();
    if (random.chance(0.2)) timeline.in(random.below(50), ask);
    if (random.chance(0.2)) timeline.in(random.below(random.pick(minute, hour)), ask);
  };

  const waitFor = (turn: string, times: number, delayMs: number): void =>
    moments.next(turn, () => {
      if (times > 1) waitFor(turn, times - 1, delayMs);
      else timeline.in(delayMs, begin);
    });
  if (random.chance(0.3)) {
    const withinMs = random.pick(50, 5 * second, 3 * minute, 30 * minute, 12 * hour);
    timeline.in(random.below(withinMs), begin);
  } else {
    waitFor(random.pick(...turns), random.pick(1, 1, 2, 4), random.below(random.pick(1, 40, 40, 2 * second)));
  }
};

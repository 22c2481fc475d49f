import type { MayWait, SharedStage, AcquirePermit } from '#lib/platform/limits/stage-permits.ts';
import type { HeldPermits, Acquisition } from '#lib/platform/limits/acquire-permits.ts';
import type { Timeline } from './timeline.ts';
import type { Worker } from './worker.ts';

type Permit = { until: number };

/** The permits of projects, like those in the table: `share` per project and stage, and one per waiting message. */
export const newPermits = (share: number, timeline: Timeline) => {
  const all = new Map<string, Set<Permit>>();

  const take = (key: string, count: number, ms: number): Permit | undefined => {
    const permits = all.get(key) ?? new Set();
    all.set(key, permits);
    for (const permit of permits) if (permit.until <= timeline.ms()) permits.delete(permit);
    if (permits.size >= count) return undefined;
    const permit = { until: timeline.ms() + ms };
    permits.add(permit);
    return permit;
  };

  /** If a call fails, the permit expires. */
  const heldPermits = (worker: Worker, key: string, permit: Permit): HeldPermits => {
    const change = (what: string, run: () => void): Promise<void> =>
      worker.call('dynamodb', what, async () => run()).catch(() => {});
    return {
      extend: (ms) =>
        change('extend permit', () => {
          if (all.get(key)?.has(permit)) permit.until = timeline.ms() + ms;
        }),
      release: () => change('release permit', () => void all.get(key)?.delete(permit)),
    };
  };

  return {
    take:
      (worker: Worker, stage: SharedStage): AcquirePermit =>
      (tenant, ms) =>
        worker.call('dynamodb', 'take permit', async (): Promise<Acquisition> => {
          const key = `${tenant} ${stage}`;
          const permit = take(key, share, ms);
          if (!permit) return { taken: false, freeAt: timeline.now() };
          return { taken: true, permits: heldPermits(worker, key, permit) };
        }),
    mayWait:
      (worker: Worker, stage: SharedStage): MayWait =>
      ({ tenant, id, attempt }, ms) =>
        worker.call(
          'dynamodb',
          'wait',
          async () => take(`${tenant} ${stage} ${id} ${attempt}`, 1, ms) !== undefined,
        ),
  };
};
export type MemoryPermits = ReturnType<typeof newPermits>;

import type { MayWait, SharedStage, TakePlace } from '#lib/platform/limits/stage-places.ts';
import type { Hold, Taking } from '#lib/platform/limits/take-places.ts';
import type { Timeline } from './timeline.ts';
import type { Worker } from './worker.ts';

type Place = { until: number };

/** The places of projects, like the table has them: `share` per project and stage, and one per waiting message. */
export const newPlaces = (share: number, timeline: Timeline) => {
  const all = new Map<string, Set<Place>>();

  const take = (key: string, count: number, ms: number): Place | undefined => {
    const places = all.get(key) ?? new Set();
    all.set(key, places);
    for (const place of places) if (place.until <= timeline.ms()) places.delete(place);
    if (places.size >= count) return undefined;
    const place = { until: timeline.ms() + ms };
    places.add(place);
    return place;
  };

  /** If a call fails, the place expires. */
  const holdOf = (worker: Worker, key: string, place: Place): Hold => {
    const change = (what: string, run: () => void): Promise<void> =>
      worker.call('dynamodb', what, async () => run()).catch(() => {});
    return {
      keep: (ms) =>
        change('keep place', () => {
          if (all.get(key)?.has(place)) place.until = timeline.ms() + ms;
        }),
      leave: () => change('leave place', () => void all.get(key)?.delete(place)),
    };
  };

  return {
    take:
      (worker: Worker, stage: SharedStage): TakePlace =>
      (tenant, ms) =>
        worker.call('dynamodb', 'take place', async (): Promise<Taking> => {
          const key = `${tenant} ${stage}`;
          const place = take(key, share, ms);
          if (!place) return { taken: false, freeAt: timeline.now() };
          return { taken: true, hold: holdOf(worker, key, place) };
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
export type MemoryPlaces = ReturnType<typeof newPlaces>;

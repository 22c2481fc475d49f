import type { SharedStage } from '#lib/limits/stage-places.ts';
import type { Hold, Taking } from '#lib/limits/take-places.ts';
import type { Tenant } from '#lib/tenant.ts';
import type { Timeline } from './timeline.ts';
import type { Worker } from './worker.ts';

/** The places of projects as the table holds them: `share` a project and stage. */
export const newPlaces = (share: number, timeline: Timeline) => {
  const all = new Map<string, Set<{ until: number }>>();
  const placesOf = (tenant: Tenant, stage: SharedStage): Set<{ until: number }> => {
    const key = `${tenant} ${stage}`;
    const places = all.get(key) ?? new Set();
    all.set(key, places);
    for (const place of places) if (place.until <= timeline.ms()) places.delete(place);
    return places;
  };

  return {
    hasRoom: (tenant: Tenant, stage: SharedStage): boolean => placesOf(tenant, stage).size < share,
    take: (worker: Worker, stage: SharedStage) => (tenant: Tenant, ms: number) =>
      worker.call('dynamodb', 'take place', async (): Promise<Taking> => {
        const places = placesOf(tenant, stage);
        if (places.size >= share) return { taken: false, freeAt: timeline.now() };
        const place = { until: timeline.ms() + ms };
        places.add(place);
        /** What is left undone is undone when the time of the place is over. */
        const change = (what: string, run: () => void): Promise<void> =>
          worker.call('dynamodb', what, async () => run()).catch(() => {});
        const hold: Hold = {
          keep: (longer) =>
            change('keep place', () => {
              if (places.has(place)) place.until = timeline.ms() + longer;
            }),
          leave: () => change('leave place', () => void places.delete(place)),
        };
        return { taken: true, hold };
      }),
  };
};
export type MemoryPlaces = ReturnType<typeof newPlaces>;

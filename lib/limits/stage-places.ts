import type { Key, Table } from '#lib/aws/table.ts';
import type { Tenant } from '#lib/tenant.ts';
import { freePlaces } from './places.ts';
import { type PlaceDeps, takePlaces, type Taking } from './take-places.ts';

/** The stages of a job whose workers may be held up for minutes by what a customer sends. */
export type SharedStage = 'fetch' | 'split' | 'finish';

const placesAt = (tenant: Tenant, stage: SharedStage, share: number) => ({
  key: { pk: `${tenant}/in-flight`, sk: stage } satisfies Key,
  kinds: [{ kind: 'at', count: share }],
});

export type TakePlace = (tenant: Tenant, ms: number) => Promise<Taking>;

/** Takes one of a project's places at a stage. */
export const stagePlaces =
  (deps: PlaceDeps, stage: SharedStage, share: number): TakePlace =>
  (tenant, ms) =>
    takePlaces(deps, placesAt(tenant, stage, share), ms);

/** Tells whether a project has a place left at a stage. */
export const stageRoom =
  <Stage extends SharedStage>(
    table: Pick<Table, 'get'>,
    shares: Readonly<Record<Stage, number>>,
    now: () => Date,
  ) =>
  async (tenant: Tenant, stage: Stage): Promise<boolean> => {
    const { key, kinds } = placesAt(tenant, stage, shares[stage]);
    const item = (await table.get(key)) ?? {};
    return kinds.every((kind) => freePlaces(item, kind, now().getTime()).length > 0);
  };

import type { Tenant } from '#lib/platform/tenant.ts';
import { type PlaceDeps, takePlaces, type Taking } from './take-places.ts';

/** The stages of a job whose workers may be held up for minutes by what a customer sends. */
export type SharedStage = 'fetch' | 'split' | 'finish';

export type TakePlace = (tenant: Tenant, ms: number) => Promise<Taking>;

const pkOf = (tenant: Tenant): string => `${tenant}/in-flight`;

/** Takes one of the places that a project has at a stage. */
export const stagePlaces =
  (deps: PlaceDeps, stage: SharedStage, share: number): TakePlace =>
  (tenant, ms) =>
    takePlaces(deps, { key: { pk: pkOf(tenant), sk: stage }, kinds: [{ kind: 'at', count: share }] }, ms);

/** A message about a job; what has the same fields is a copy of it. */
export type StageMessage = { readonly tenant: Tenant; readonly id: string; readonly attempt?: number };

/** Lets one copy of a message wait; false while another one does. */
export type MayWait = (message: StageMessage, ms: number) => Promise<boolean>;

/** The one place in which a message waits for a place at a stage. */
export const waitingPlace =
  (deps: PlaceDeps, stage: SharedStage): MayWait =>
  async ({ tenant, id, attempt = 0 }, ms) => {
    const key = { pk: pkOf(tenant), sk: `${stage}/${id}/${attempt}` };
    return (await takePlaces(deps, { key, kinds: [{ kind: 'waits', count: 1 }] }, ms)).taken;
  };

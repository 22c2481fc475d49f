import type { Tenant } from '#lib/platform/tenant.ts';
import { type PermitDeps, acquirePermits, type Acquisition } from './acquire-permits.ts';

/** The stages of a job at which one customer's data may occupy a worker for minutes. */
export type SharedStage = 'fetch' | 'split' | 'finish';

export type AcquirePermit = (tenant: Tenant, ms: number) => Promise<Acquisition>;

const pkOf = (tenant: Tenant): string => `${tenant}/in-flight`;

/** Acquires one of a project's permits at a stage. */
export const stagePermits =
  (deps: PermitDeps, stage: SharedStage, share: number): AcquirePermit =>
  (tenant, ms) =>
    acquirePermits(deps, { key: { pk: pkOf(tenant), sk: stage }, kinds: [{ kind: 'at', count: share }] }, ms);

/** A message about a job. Messages with equal fields are duplicates. */
export type StageMessage = { readonly tenant: Tenant; readonly id: string; readonly attempt?: number };

/** Lets one of several duplicate messages wait. False while another one waits. */
export type MayWait = (message: StageMessage, ms: number) => Promise<boolean>;

/** The single permit with which a message waits for a permit at a stage. */
export const waitingPermit =
  (deps: PermitDeps, stage: SharedStage): MayWait =>
  async ({ tenant, id, attempt = 0 }, ms) => {
    const key = { pk: pkOf(tenant), sk: `${stage}/${id}/${attempt}` };
    return (await acquirePermits(deps, { key, kinds: [{ kind: 'waits', count: 1 }] }, ms)).taken;
  };

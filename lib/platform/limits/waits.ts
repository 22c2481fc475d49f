import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import type { Owner } from '#lib/platform/tenant.ts';
import type { Limits } from './limits.ts';
import { type HeldPermits, type PermitDeps, acquirePermits, type Acquisition } from './acquire-permits.ts';
import { secondMs } from '#lib/platform/durations.ts';

type WaitLimits = Pick<Limits, 'waitsPerKey' | 'waitsPerProject' | 'waitsPerOrganization'>;

/** The sender of a request that waits. */
export type Waiter = Owner & { readonly keyId: string };

/** Lets a request of the caller wait for at most `ms`. Undefined if the permits could not be counted. */
export type BeginWait = (caller: Waiter, ms: number) => Promise<HeldPermits | undefined>;

const tooMany = (seconds: number): AppError =>
  new AppError(
    'concurrency_limit_exceeded',
    `Too many requests are waiting at once. Try again in ${seconds} s, or without wait if the route has that parameter.`,
    { headers: { 'retry-after': String(seconds) } },
  );

/**
 * Limits the open requests of each key, of each project in each mode, and of each organization. Throws
 * `concurrency_limit_exceeded` with the seconds until the first of them must have ended.
 */
export const waitLimiter =
  (deps: PermitDeps, { waitsPerKey, waitsPerProject, waitsPerOrganization }: WaitLimits): BeginWait =>
  async ({ tenant, organizationId, keyId }, ms) => {
    const kinds = [
      ...(organizationId === null ? [] : [{ kind: 'organization', count: waitsPerOrganization }]),
      { kind: `project ${tenant}`, count: waitsPerProject },
      { kind: `key ${keyId}`, count: waitsPerKey },
    ];
    const key = { pk: `${organizationId ?? tenant}/waits`, sk: 'waits' };
    let acquisition: Acquisition;
    try {
      acquisition = await acquirePermits(deps, { key, kinds }, ms);
    } catch (error) {
      log.error('wait.not_limited', error, { tenant });
      return undefined;
    }
    if (acquisition.taken) return acquisition.permits;
    const waitMs = acquisition.freeAt.getTime() - deps.now().getTime();
    throw tooMany(Math.max(1, Math.ceil(waitMs / secondMs)));
  };

import { derivedId } from '#lib/platform/ids.ts';
import { dayOf, hourMs, later } from '#lib/platform/durations.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { assertSameBody } from '#lib/platform/idempotency.ts';
import type { FindDeps } from '#lib/domain/transcriptions/find-transcription.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { findLast } from './find-last.ts';

/** Time for which the same request finds the same job. OpenAI's clients send no Idempotency-Key with their retries. */
const sameJobMs = hourMs;

/** Everything that distinguishes one request from another. */
export type RequestIdentity = {
  readonly tenant: Tenant;
  readonly route: string;
  readonly idempotencyKey: string | undefined;
  readonly bodyFingerprint: string;
};

/** The job that the same request created before, or the id of the job that it will create. */
export type FoundJob = { readonly id: string; readonly exists: boolean };

/** A job that failed for good also counts as usable, because another job would fail in the same way. */
const isUsable = ({ status, error, deletedAt, createdAt }: Transcription, since: Date): boolean =>
  !error?.retryable && status !== 'canceled' && deletedAt === null && new Date(createdAt) >= since;

/**
 * Jobs of the same request are numbered within a day. So a job that may succeed next time, or an old job, does not
 * block a new one. Each job was created because the one before was not usable, so only the last one is checked.
 */
const findUnkeyed = async (
  { store, now }: FindDeps,
  { tenant, route, bodyFingerprint }: RequestIdentity,
): Promise<FoundJob> => {
  const since = later(now(), -sameJobMs);
  let free = '';
  for (const day of new Set([dayOf(since), dayOf(now())])) {
    const idOf = (n: number): string => derivedId('ofq', [tenant, route, bodyFingerprint, day, String(n)]);
    const { last, count } = await findLast((n) => store.find({ tenant, id: idOf(n) }));
    if (last && isUsable(last, since)) return { id: last.id, exists: true };
    free = idOf(count);
  }
  return { id: free, exists: false };
};

/**
 * Finds the job of a repeated request by its Idempotency-Key, or without a key by its content, for an hour. Throws
 * `idempotency_key_reused` for a key that was used with another body.
 */
export const findJob = async (deps: FindDeps, identity: RequestIdentity): Promise<FoundJob> => {
  const { tenant, route, idempotencyKey, bodyFingerprint } = identity;
  if (idempotencyKey === undefined) return findUnkeyed(deps, identity);
  const id = idFor('ofq', { owner: tenant, route, key: idempotencyKey });
  const job = await deps.store.find({ tenant, id });
  if (job) assertSameBody(job.fingerprint, bodyFingerprint);
  return { id, exists: job !== undefined };
};

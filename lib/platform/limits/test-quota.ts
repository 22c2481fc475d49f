import * as z from 'zod';
import type { Change, Condition, Key, Table } from '#lib/platform/aws/table.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { dayMs, dayOf, later, minuteMs, secondMs, ttlAt } from '#lib/platform/durations.ts';

/** Maximum audio that a project may transcribe in test mode in a UTC day. */
export type TestQuota = { readonly limitMs: number };

// Kept for support cases.
const keptMs = 30 * dayMs;

export const testQuotaOf = ({ testMinutesPerDay }: { readonly testMinutesPerDay: number }): TestQuota => ({
  limitMs: testMinutesPerDay * minuteMs,
});

const quotaKey = (tenant: Tenant, now: Date): Key => ({
  pk: `${tenant}/quota`,
  sk: dayOf(now),
});

const isLeft = 'attribute_not_exists(usedMs) OR usedMs < :limit';

/** The condition that some of today's quota is left: part of the transaction that creates a job. */
export const testQuotaLeft = (
  tenant: Tenant,
  { limitMs }: TestQuota,
  now: Date,
): Condition & { readonly key: Key } => ({
  key: quotaKey(tenant, now),
  where: isLeft,
  values: { ':limit': limitMs },
});

/** Takes a job's audio, of all channels, off today's quota, if any is left. The last job may exceed it. */
export const takeTestQuota = (
  tenant: Tenant,
  { limitMs }: TestQuota,
  used: { readonly audioMs: number; readonly now: Date },
): Change => ({
  key: quotaKey(tenant, used.now),
  set: 'ADD usedMs :ms SET #ttl = :ttl',
  where: isLeft,
  names: { '#ttl': 'ttl' },
  values: {
    ':ms': used.audioMs,
    ':limit': limitMs,
    ':ttl': ttlAt(later(used.now, keptMs)),
  },
});

/** Adds audio that has been heard to today's use, also beyond the quota. */
export const addTestQuota = (
  tenant: Tenant,
  used: { readonly audioMs: number; readonly now: Date },
): Change => ({
  key: quotaKey(tenant, used.now),
  set: 'ADD usedMs :ms SET #ttl = :ttl',
  names: { '#ttl': 'ttl' },
  values: { ':ms': used.audioMs, ':ttl': ttlAt(later(used.now, keptMs)) },
});

const Used = z.object({ usedMs: z.int() });

/** Milliseconds of audio used today. */
export const readTestQuota = async (
  table: Pick<Table, 'get'>,
  tenant: Tenant,
  now: Date,
): Promise<number> => {
  const item = await table.get(quotaKey(tenant, now));
  return item ? Used.parse(item).usedMs : 0;
};

/** Whole seconds until the next UTC day. */
export const secondsToMidnight = (now: Date): number =>
  Math.ceil((dayMs - (now.getTime() % dayMs)) / secondMs);

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

/** The condition that some of today's quota is left. Part of the transaction that creates a job. */
export const testQuotaLeft = (
  tenant: Tenant,
  { limitMs }: TestQuota,
  now: Date,
): Condition & { readonly key: Key } => ({
  key: quotaKey(tenant, now),
  where: isLeft,
  values: { ':limit': limitMs },
});

type UsedAudio = { readonly audioMs: number; readonly now: Date };

/** Adds audio to today's use, even beyond the quota, for audio that was already heard. */
export const addTestQuota = (tenant: Tenant, { audioMs, now }: UsedAudio): Change => ({
  key: quotaKey(tenant, now),
  set: 'ADD usedMs :ms SET #ttl = :ttl',
  names: { '#ttl': 'ttl' },
  values: { ':ms': audioMs, ':ttl': ttlAt(later(now, keptMs)) },
});

/** Adds a job's audio, the sum of all channels, to today's use if any of the quota is left. The last job may exceed the quota. */
export const takeTestQuota = (tenant: Tenant, { limitMs }: TestQuota, used: UsedAudio): Change => {
  const added = addTestQuota(tenant, used);
  return { ...added, where: isLeft, values: { ...added.values, ':limit': limitMs } };
};

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

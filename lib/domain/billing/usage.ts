import * as z from 'zod';
import { allItems } from '#lib/platform/aws/every-item.ts';
import type { Item, Table } from '#lib/platform/aws/table.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { quotasOf } from '#lib/platform/limits/quotas.ts';
import { readTestQuota, testQuotaOf } from '#lib/platform/limits/test-quota.ts';
import { formatUsd, exactSum } from '#lib/domain/money.ts';
import type { UsageView } from './views.ts';
import { usageGroupOf, usagePk } from './keys.ts';
import { modeOf, type Owner, projectOf, type Tenant } from '#lib/platform/tenant.ts';
import { dayMs, dayOf, later } from '#lib/platform/durations.ts';

/** UTC days, YYYY-MM-DD, both inclusive. */
export type DayRange = { readonly start: string; readonly end: string };

const UsageItem = z.object({
  sk: z.string(),
  jobs: z.int(),
  audioMs: z.int(),
  amountMicroUsd: z.int(),
});
type Counted = Omit<z.infer<typeof UsageItem>, 'sk'>;

// About 1 MB, which is all that one read returns: a year of ten languages has 117,000 items.
const pageSize = 6_000;

/** Number of days in the range; zero or negative if its end is before its start. */
export const daysIn = ({ start, end }: DayRange): number =>
  Math.floor((Date.parse(end) - Date.parse(start)) / dayMs) + 1;

/** Every day of the range, oldest first. */
const daysOf = (range: DayRange): string[] =>
  Array.from({ length: daysIn(range) }, (_, at) => dayOf(later(range.start, at * dayMs)));

const read = (
  table: Pick<Table, 'query'>,
  tenant: Tenant,
  { start, end }: DayRange,
): Promise<readonly Item[]> =>
  allItems(table, {
    where: 'pk = :usage AND sk BETWEEN :from AND :to',
    values: { ':usage': usagePk(tenant), ':from': `${start}/`, ':to': `${end}/~` },
    limit: pageSize,
  });

const sumOf = (counted: readonly Counted[]): Counted => ({
  jobs: exactSum(counted.map(({ jobs }) => jobs)),
  audioMs: exactSum(counted.map(({ audioMs }) => audioMs)),
  amountMicroUsd: exactSum(counted.map(({ amountMicroUsd }) => amountMicroUsd)),
});

const amountsOf = ({ jobs, audioMs, amountMicroUsd }: Counted) => ({
  jobs,
  audio_ms: audioMs,
  amount_usd: formatUsd(amountMicroUsd),
});

type Row = z.infer<typeof UsageItem>;

/** Sums the items of each day, key and language. Items of one group are adjacent, the oldest day first. */
const groupsOf = (rows: readonly Row[]): UsageView['groups'] =>
  [...Map.groupBy(rows, ({ sk }) => sk.slice(0, sk.lastIndexOf('/'))).values()].map((alike) => {
    const { day: date, keyId, detectedLanguage } = usageGroupOf(alike[0]?.sk ?? '');
    return { date, key_id: keyId, language: detectedLanguage, ...amountsOf(sumOf(alike)) };
  });

export type UsageDeps = {
  readonly table: Pick<Table, 'query' | 'get'>;
  readonly limits: Limits;
  readonly now: () => Date;
};

const viewTestQuota = async (
  { table, limits, now }: UsageDeps,
  tenant: Tenant,
): Promise<UsageView['test_quota']> =>
  modeOf(tenant) === 'live'
    ? null
    : { used_ms: await readTestQuota(table, tenant, now()), limit_ms: testQuotaOf(limits).limitMs };

/**
 * A project's usage on each day of the range, and the current use of its and its organization's limits; in test mode
 * also today's use of the test quota.
 */
export const getUsage = async (deps: UsageDeps, owner: Owner, range: DayRange): Promise<UsageView> => {
  const { tenant } = owner;
  const [items, testQuota, quotas] = await Promise.all([
    read(deps.table, tenant, range),
    viewTestQuota(deps, tenant),
    quotasOf(deps.table, owner, deps.limits),
  ]);
  const rows = items.map((item) => UsageItem.parse(item));
  const days = Map.groupBy(rows, ({ sk }) => usageGroupOf(sk).day);
  return {
    project_id: projectOf(tenant),
    mode: modeOf(tenant),
    start: range.start,
    end: range.end,
    totals: amountsOf(sumOf(rows)),
    days: daysOf(range).map((date) => ({ date, ...amountsOf(sumOf(days.get(date) ?? [])) })),
    groups: groupsOf(rows),
    test_quota: testQuota,
    quotas,
  };
};

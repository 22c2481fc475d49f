import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Table } from '#lib/platform/aws/table.ts';
import { balanceOf, readAccount } from '#lib/domain/billing/balance.ts';
import { type ChargePage, listCharges } from '#lib/domain/billing/charge-report.ts';
import { later } from '#lib/platform/durations.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { getUsage as contract } from '#lib/domain/billing/contracts.ts';
import { charge } from '#lib/domain/billing/ledger.ts';
import { chargesCursor } from '#lib/domain/billing/charges-cursor.ts';
import { projectUsageQuery } from '#lib/domain/billing/usage-query.ts';
import { getUsage } from '#lib/domain/billing/usage.ts';
import { randomId } from '#lib/platform/ids.ts';
import { chargeMicroUsd, formatUsd } from '#lib/domain/money.ts';
import { anyTable } from '../../../support/table.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { tenantOf } from '#lib/platform/tenant.ts';

const { table } = await anyTable();

const range = { start: '2026-02-27', end: '2026-03-02' };
const usageOf = (tenant: Tenant, days = range, from: Pick<Table, 'query' | 'get'> = table) =>
  getUsage(
    { table: from, limits: Limits.parse({}), now: () => new Date('2026-03-01T12:00:00.000Z') },
    { tenant, organizationId: null },
    days,
  );
const aJob = fc.record({
  project: fc.constantFrom<'a' | 'b'>('a', 'b'),
  audioMs: fc.oneof(fc.integer({ min: 100, max: 18_000_000 }), fc.constantFrom(100, 5_999, 18_000_000)),
  /** The time from the creation of the job to its charge. */
  begunMs: fc.constantFrom(0, 1, 86_400_000),
  // Some charges fall on the last millisecond of a day, and before and after the range.
  at: fc.constantFrom(
    '2026-02-26T23:59:59.999Z',
    '2026-02-27T00:00:00.000Z',
    '2026-02-28T23:59:59.999Z',
    '2026-03-01T12:00:00.000Z',
    '2026-03-02T23:59:59.999Z',
    '2026-03-03T00:00:00.000Z',
  ),
});
const aHistory = fc
  .array(aJob, { minLength: 1, maxLength: 12 })
  .chain((jobs) => fc.tuple(fc.constant(jobs), fc.array(fc.nat(jobs.length - 1), { maxLength: 8 })));

const ledgerOf = async (tenant: Tenant) => {
  const { items } = await table.query({
    where: 'pk = :ledger',
    values: { ':ledger': `${tenant}/ledger` },
    limit: 100,
  });
  return items.map((item) => ({ amount: -Number(item['amountMicroUsd']), at: String(item['createdAt']) }));
};
const sum = (lines: readonly { readonly amount: number }[]) =>
  lines.reduce((total, { amount }) => total + amount, 0);

/** The charges of the range, in pages of three. */
const allCharges = async (tenant: Tenant): Promise<ChargePage['data']> => {
  const found: ChargePage['data'] = [];
  let next: string | null = '';
  while (next !== null) {
    const cursor = next === '' ? undefined : chargesCursor.parse(next);
    const page = await listCharges(table, tenant, { ...range, limit: 3, cursor });
    found.push(...page.data);
    next = page.next_cursor;
  }
  return found;
};

test('usage and the listed charges are those of the ledger, and the balance falls by all of it, counting each repeated charge once', async () => {
  await fc.assert(
    fc.asyncProperty(aHistory, async ([jobs, again]) => {
      const organizationId = randomId('org');
      const projects = { a: tenantOf(randomId('prj'), 'live'), b: tenantOf(randomId('prj'), 'live') };
      const charged = jobs.map((job) => ({ ...job, id: randomId('ofq') }));
      const apply = ({ id, project, audioMs, at, begunMs }: (typeof charged)[number]) => {
        const job = {
          tenant: projects[project],
          organizationId,
          id,
          createdAt: later(at, -begunMs).toISOString(),
          name: null,
          audioMs,
          heldMicroUsd: null,
          keyId: 'k',
          detectedLanguage: 'en',
        };
        return table.transact(charge(job, chargeMicroUsd(audioMs), new Date(at)));
      };
      await Promise.all([...charged, ...again.flatMap((index) => charged[index] ?? [])].map(apply));
      let all = 0;
      for (const tenant of Object.values(projects)) {
        const lines = await ledgerOf(tenant);
        const within = lines.filter(({ at }) => at >= range.start && at < '2026-03-03');
        const usage = await usageOf(tenant);
        expect(usage.totals).toMatchObject({ jobs: within.length, amount_usd: formatUsd(sum(within)) });
        expect(usage.days.map(({ date }) => date)).toEqual([
          '2026-02-27',
          '2026-02-28',
          '2026-03-01',
          '2026-03-02',
        ]);
        for (const { date, amount_usd } of usage.days)
          expect(amount_usd).toBe(formatUsd(sum(within.filter(({ at }) => at.startsWith(date)))));
        const charges = await allCharges(tenant);
        expect(charges.map(({ at }) => at).toSorted()).toEqual(within.map(({ at }) => at).toSorted());
        expect(charges.map(({ amount_usd: amount }) => amount).toSorted()).toEqual(
          within.map(({ amount }) => formatUsd(amount)).toSorted(),
        );
        all += sum(lines);
      }
      expect(all).toBe(charged.reduce((total, { audioMs }) => total + chargeMicroUsd(audioMs), 0));
      expect(balanceOf(await readAccount(table, organizationId))).toBe(-all);
    }),
    { numRuns: 25 },
  );
});

test('a job of a project without an organization counts in its usage and in no balance', async () => {
  const tenant = tenantOf(randomId('prj'), 'live');
  const job = {
    tenant,
    organizationId: null,
    id: randomId('ofq'),
    createdAt: '2026-02-28T23:00:00.000Z',
    name: null,
    audioMs: 12_000,
    heldMicroUsd: null,
    keyId: 'k',
    detectedLanguage: 'en',
  };
  const writes = charge(job, 1_000, new Date('2026-03-01T00:00:00.000Z'));
  await table.transact(writes);
  expect(writes).toHaveLength(2);
  expect((await usageOf(tenant)).totals).toEqual({
    jobs: 1,
    audio_ms: 12_000,
    amount_usd: '0.001000',
  });
});

test('a year of usage is read completely, page by page', async () => {
  const tenant = 'prj_year.live';
  const pages = { count: 0 };
  const items = Array.from({ length: 5 }, (_, at) => ({
    pk: `${tenant}/usage`,
    sk: `2026-0${at + 1}-01/${at}`,
    jobs: 1,
    audioMs: 12,
    amountMicroUsd: 1,
  }));
  const paged: Pick<Table, 'query' | 'get'> = {
    get: async () => undefined,
    query: async ({ startAfter }) => {
      pages.count += 1;
      const from = items.findIndex(({ sk }) => sk === startAfter?.['sk']) + 1;
      return { items: items.slice(from, from + 2), last: items[from + 2] && items[from + 1] };
    },
  };
  const usage = await usageOf(tenant, { start: '2026-01-01', end: '2026-12-31' }, paged);
  expect([usage.totals.jobs, usage.days.length, pages.count]).toEqual([5, 365, 3]);
});

const query = projectUsageQuery(() => new Date('2026-03-15T23:59:59.999Z'));

test.each([
  [{}, { start: '2026-02-14', end: '2026-03-15' }],
  [{ end: '2026-03-01' }, { start: '2026-01-31', end: '2026-03-01' }],
  [{ start: '2026-03-15' }, { start: '2026-03-15', end: '2026-03-15' }],
  [
    { start: '2024-01-01', end: '2024-12-31' },
    { start: '2024-01-01', end: '2024-12-31' },
  ],
])('the query %j selects the range %j', (params, expected) => {
  expect(query.parse(params)).toEqual({ ...expected, mode: 'live', format: 'json' });
});

test.each([
  { start: '2026-03-16' },
  { start: '2025-01-01', end: '2026-01-02' },
  { start: '2026-02-30' },
  { end: '2026-3-1' },
  { start: '2026-03-01T00:00:00Z' },
  { day: '2026-03-01' },
  { start: '-271821-04-20' },
  { start: '0001-01-01', end: '9999-12-31' },
  { end: '0000-01-05' },
])('%j is not a valid range', (params) => {
  expect(query.safeParse(params).success).toBe(false);
});

test('a request for usage needs no day', () => {
  expect(contract.query.parse({})).toHaveProperty('end');
});

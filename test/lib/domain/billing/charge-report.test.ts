import { expect, test } from 'vitest';
import { listCharges } from '#lib/domain/billing/charge-report.ts';
import { chargesCursor } from '#lib/domain/billing/charges-cursor.ts';
import { charge } from '#lib/domain/billing/ledger.ts';
import { chargesQuery } from '#lib/domain/billing/usage-query.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { dayMs, later, minuteMs } from '#lib/platform/durations.ts';
import { randomId } from '#lib/platform/ids.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { memoryTable } from '../../../support/memory-table.ts';

const { table } = memoryTable();

/** A job that was created at `at`, and charged by default a millisecond later. */
const charged = (tenant: Tenant, at: Date, endedAt = later(at, 1)) => {
  const job = { tenant, organizationId: null, id: randomId('ofq'), name: null, keyId: 'k' };
  const facts = { createdAt: at.toISOString(), audioMs: 12_000, heldMicroUsd: null, detectedLanguage: 'en' };
  return table.transact(charge({ ...job, ...facts }, 1_000, endedAt));
};
const today = { start: '2026-11-20', end: '2026-11-20' };
const midnight = new Date('2026-11-20T00:00:00.000Z');

/** The pages of today's charges, by their lengths, and the reads that they took. */
const pagesOf = async (tenant: Tenant, limit: number) => {
  let reads = 0;
  const counted: Parameters<typeof listCharges>[0] = {
    query: (query) => {
      reads += 1;
      return table.query(query);
    },
  };
  const pages: number[] = [];
  for (let cursor; ;) {
    const { data, next_cursor: next } = await listCharges(counted, tenant, { ...today, limit, cursor });
    pages.push(data.length);
    if (next === null) return { pages, reads };
    cursor = chargesCursor.parse(next);
  }
};

test('the charges of a day are on its first page, also after thousands of the days before', async () => {
  const tenant = tenantOf(randomId('prj'), 'live');
  for (let at = 1; at <= 10_000; at += 1) await charged(tenant, later(midnight, -at * 10_000));
  for (let at = 1; at <= 30; at += 1) await charged(tenant, later(midnight, at * minuteMs));
  expect(await pagesOf(tenant, 20)).toEqual({ pages: [20, 10], reads: 6 });
});

test('a request for charges reads a limited number of others, and the next one goes on', async () => {
  const tenant = tenantOf(randomId('prj'), 'live');
  for (let at = 20_000; at > 0; at -= 1) await charged(tenant, later(midnight, -at * 8_000));
  await charged(tenant, later(midnight, minuteMs));
  expect(await pagesOf(tenant, 1_000)).toEqual({ pages: [0, 1], reads: 8 + 2 });
});

test('a report of the last 30 days whose pages are read across midnight is complete', async () => {
  const tenant = tenantOf(randomId('prj'), 'live');
  const oldest = later(midnight, -29 * dayMs);
  // The job of the first one was created on the day before the report.
  await charged(tenant, later(oldest, -minuteMs), oldest);
  for (let at = 1; at < 4; at += 1) await charged(tenant, later(oldest, at * minuteMs));
  const page = (at: Date, cursor?: string) => {
    const query = chargesQuery(() => at).parse({ limit: '1', ...(cursor && { cursor }) });
    return listCharges(table, tenant, query);
  };
  const first = await page(later(midnight, dayMs - 1));
  const ids = first.data.map(({ transcription_id: id }) => id);
  for (let cursor = first.next_cursor; cursor !== null;) {
    const next = await page(later(midnight, dayMs), cursor);
    ids.push(...next.data.map(({ transcription_id: id }) => id));
    cursor = next.next_cursor;
  }
  expect(new Set(ids).size).toBe(4);
});

test.each(['2026-11-10', '2026-11-30'])(
  'a report with the cursor of %s, which is in another report, is empty and asks DynamoDB for nothing that it refuses',
  async (day) => {
    const tenant = tenantOf(randomId('prj'), 'live');
    await charged(tenant, midnight);
    const query: Table['query'] = async () => {
      throw new Error('The provided starting key is outside query boundaries.');
    };
    const cursor = { createdAt: `${day}T10:00:00.000Z`, id: randomId('ofq') };
    expect(await listCharges({ query }, tenant, { ...today, limit: 10, cursor })).toEqual({
      data: [],
      has_more: false,
      next_cursor: null,
    });
  },
);

test('a charge is in the report of the day on which its job ended, and in no other', async () => {
  const tenant = tenantOf(randomId('prj'), 'live');
  const lastMs = later(midnight, dayMs - 1);
  await charged(tenant, later(midnight, -minuteMs), later(midnight, -1));
  await charged(tenant, later(midnight, -minuteMs), midnight);
  await charged(tenant, later(lastMs, -minuteMs), lastMs);
  await charged(tenant, later(lastMs, -minuteMs), later(lastMs, 1));
  const ends = async (day: string) =>
    (await listCharges(table, tenant, { start: day, end: day, limit: 10 })).data.map(({ at }) => at);
  expect([await ends('2026-11-19'), await ends('2026-11-20'), await ends('2026-11-21')]).toEqual([
    ['2026-11-19T23:59:59.999Z'],
    ['2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['2026-11-21T00:00:00.000Z'],
  ]);
});

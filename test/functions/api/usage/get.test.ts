import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const get = (query: Record<string, string> = {}, as = customer.live) =>
  world.call('GET /v1/reports/usage', { as, query });

test('200 has usage by key and language, which add up to the totals', async () => {
  const other = { ...customer, live: await world.aKey(customer, 'live') };
  await world.aCompletedJob(customer);
  await world.aCompletedJob(other);
  await world.aCompletedJob(other);
  const { status, body } = await get();
  const { groups, totals } = body;
  expect([status, groups.length]).toEqual([200, 2]);
  const keyIds = groups.map(({ key_id }: any) => key_id);
  for (const { key } of [customer.live, other.live]) expect(keyIds).toContain(key.split('_')[2]);
  for (const group of groups) expect(group).toMatchObject({ date: '2026-11-20', language: 'en' });
  const sum = (of: (group: any) => number) => groups.map(of).reduce((a: number, b: number) => a + b, 0);
  expect([sum(({ jobs }) => jobs), sum(({ audio_ms: ms }) => ms)]).toEqual([totals.jobs, totals.audio_ms]);
});

test('200 as CSV has a row for each day, key and language', async () => {
  const owner = await world.aCustomer();
  await world.aCompletedJob(owner);
  const { headers, body } = await get({ format: 'csv' }, owner.live);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const keyId = owner.live.key.split('_')[2];
  expect(body).toBe(
    `date,mode,key_id,language,jobs,audio_ms,amount_usd\r\n2026-11-20,live,${keyId},en,1,1200,0.000100\r\n`,
  );
});

test('200 in test mode, and for a key without an organization, has its own usage only', async () => {
  const inTest = (await get({}, customer.test)).body;
  expect(inTest).toMatchObject({ mode: 'test', totals: { jobs: 0 }, test_quota: { used_ms: 0 } });
  const alone = (await get({}, await world.aKeyAlone())).body;
  expect(alone.quotas.map(({ limit }: any) => limit)).toEqual([
    'unfinished_jobs_per_project_max',
    'webhooks_per_project_max',
  ]);
});

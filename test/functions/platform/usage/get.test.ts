import { expect, test } from 'vitest';
import { aboutProject } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const get = async (query: Record<string, string>, by = customer) =>
  world.call('GET /api/platform/v1/projects/{project_id}/usage', { ...aboutProject(by), query });

test('200 has what a live job cost, and a test job costs nothing', async () => {
  const owner = await world.aCustomer();
  await world.aCompletedJob(owner);
  await world.aCompletedJob(owner, 'test');
  const live = await get({ mode: 'live' }, owner);
  expect([live.status, live.body.totals]).toEqual([
    200,
    { jobs: 1, audio_ms: 1_200, amount_usd: '0.000100' },
  ]);
  const inTest = await get({ mode: 'test' }, owner);
  expect(inTest.body.totals).toMatchObject({ jobs: 1, amount_usd: '0.000000' });
});

test('200 counts only the days of the period, each by itself', async () => {
  await world.aCompletedJob(customer);
  const today = world.clock.now.toISOString().slice(0, 10);
  const { body } = await get({ start: '2026-11-19', end: today });
  expect(body).toMatchObject({ start: '2026-11-19', end: '2026-11-20', totals: { jobs: 1 } });
  expect(body.days.map(({ date, jobs }: { date: string; jobs: number }) => [date, jobs])).toEqual([
    ['2026-11-19', 0],
    ['2026-11-20', 1],
  ]);
  expect((await get({ start: '2026-11-18', end: '2026-11-19' })).body.totals).toMatchObject({ jobs: 0 });
});

test('200 shows the use of each limit, and in test mode the quota of the day', async () => {
  const owner = await world.aCustomer();
  await world.aJob(owner);
  const live = (await get({ mode: 'live' }, owner)).body;
  expect(live.test_quota).toBeNull();
  expect(live.quotas).toContainEqual({ limit: 'unfinished_jobs_per_project_max', used: 1, max: 100 });
  expect(live.quotas).toContainEqual({ limit: 'projects_per_organization_max', used: 1, max: 20 });
  const inTest = (await get({ mode: 'test' }, owner)).body;
  expect(inTest.test_quota).toEqual({ used_ms: 0, limit_ms: 3_600_000 });
  expect(inTest.quotas).toContainEqual({ limit: 'unfinished_jobs_per_project_max', used: 0, max: 100 });
});

test.each([{ start: '2026-02-30' }, { start: '2026-11-20', end: '2026-11-19' }, { mode: 'both' }])(
  '400 for %j',
  async (query) => {
    expect((await get(query)).status).toBe(400);
  },
);

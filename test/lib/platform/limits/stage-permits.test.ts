import { expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { type SharedStage, stagePermits, waitingPermit } from '#lib/platform/limits/stage-permits.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();

const aStage = () => {
  const deps = {
    table,
    now: () => new Date(1_795_000_000_000),
    random: () => 0,
    newOwner: () => randomId('own'),
  };
  const projectId = randomId('prj');
  return {
    live: tenantOf(projectId, 'live'),
    test: tenantOf(projectId, 'test'),
    take: async (tenant: Tenant, stage: SharedStage, share: number) =>
      (await stagePermits(deps, stage, share)(tenant, 60_000)).taken,
    mayWait: (stage: SharedStage, message: { tenant: Tenant; id: string; attempt?: number }) =>
      waitingPermit(deps, stage)(message, 10_000),
  };
};

test('a project has its share of each stage, in each mode', async () => {
  const { live, test: inTest, take } = aStage();
  expect([await take(live, 'fetch', 2), await take(live, 'fetch', 2)]).toEqual([true, true]);
  expect(await take(live, 'fetch', 2)).toBe(false);
  expect([await take(live, 'split', 1), await take(inTest, 'fetch', 1)]).toEqual([true, true]);
  expect(await take(live, 'split', 1)).toBe(false);
});

test('of duplicates of a message one may wait, at each stage and in each attempt', async () => {
  const { live: tenant, test: inTest, mayWait } = aStage();
  const message = { tenant, id: 'ofq_1' };
  expect([await mayWait('fetch', message), await mayWait('fetch', message)]).toEqual([true, false]);
  for (const other of [{ id: 'ofq_2' }, { attempt: 1 }, { tenant: inTest }])
    expect(await mayWait('fetch', { ...message, ...other })).toBe(true);
  expect(await mayWait('split', message)).toBe(true);
});

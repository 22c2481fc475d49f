import { expect, test } from 'vitest';
import type { Table } from '#lib/platform/aws/table.ts';
import { waitLimiter } from '#lib/platform/limits/waits.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { memoryTable } from '../../../support/memory-table.ts';

const limits = { waitsPerKey: 2, waitsPerProject: 8, waitsPerOrganization: 8 };

const callerOf = (keyId: string, tenant: Tenant = 'prj_a.live', organizationId: string | null = null) => ({
  tenant,
  organizationId,
  keyId,
});

/** The standard limits. Each partition has its own item. */
const aLimiter = () => {
  const items = new Map<string, Pick<Table, 'update'>>();
  const clock = { ms: 1_795_000_000_000 };
  const table: Pick<Table, 'update'> = {
    update: (change) => {
      const item = items.get(change.key.pk) ?? memoryTable().table;
      items.set(change.key.pk, item);
      return item.update(change);
    },
  };
  let owners = 0;
  const deps = {
    table,
    now: () => new Date(clock.ms),
    random: () => 0,
    newOwner: () => String((owners += 1)),
  };
  return { clock, deps, begin: waitLimiter(deps, limits) };
};

test("one key may hold two requests open, and does not use up another key's two", async () => {
  const { begin } = aLimiter();
  await begin(callerOf('k1'), 25_000);
  const second = await begin(callerOf('k1'), 25_000);
  await expect(begin(callerOf('k1'), 25_000)).rejects.toMatchObject({ type: 'concurrency_limit_exceeded' });
  await expect(begin(callerOf('k2'), 25_000)).resolves.toBeDefined();
  await second?.release();
  await expect(begin(callerOf('k1'), 25_000)).resolves.toBeDefined();
});

test("one project may hold eight requests open, and does not use up another project's", async () => {
  const { begin } = aLimiter();
  for (const key of ['k1', 'k2', 'k3', 'k4']) {
    await begin(callerOf(key), 25_000);
    await begin(callerOf(key), 25_000);
  }
  await expect(begin(callerOf('k5'), 25_000)).rejects.toMatchObject({ type: 'concurrency_limit_exceeded' });
  await expect(begin(callerOf('k1', 'prj_a.test'), 25_000)).resolves.toBeDefined();
  await expect(begin(callerOf('k6', 'prj_b.live'), 25_000)).resolves.toBeDefined();
});

test('one organization may hold eight requests open in all its projects and modes, and does not use up those of another', async () => {
  const { begin } = aLimiter();
  const tenants: Tenant[] = ['prj_a.live', 'prj_a.test', 'prj_b.live', 'prj_b.test'];
  const opened = [];
  for (const tenant of tenants) {
    opened.push(await begin(callerOf(`${tenant} k`, tenant, 'org_a'), 25_000));
    await begin(callerOf(`${tenant} k`, tenant, 'org_a'), 25_000);
  }
  const third = callerOf('k3', 'prj_c.live', 'org_a');
  await expect(begin(third, 25_000)).rejects.toMatchObject({
    type: 'concurrency_limit_exceeded',
    headers: { 'retry-after': '25' },
  });
  await expect(begin(callerOf('k4', 'prj_d.live', 'org_b'), 25_000)).resolves.toBeDefined();
  await expect(begin(callerOf('k5', 'prj_e.live'), 25_000)).resolves.toBeDefined();
  await opened[0]?.release();
  await expect(begin(third, 25_000)).resolves.toBeDefined();
});

test('a project of an organization may hold no more requests open than a project may', async () => {
  const { deps } = aLimiter();
  const begin = waitLimiter(deps, { ...limits, waitsPerProject: 1 });
  await begin(callerOf('k1', 'prj_a.live', 'org_a'), 25_000);
  const refused = begin(callerOf('k2', 'prj_a.live', 'org_a'), 25_000);
  await expect(refused).rejects.toMatchObject({ type: 'concurrency_limit_exceeded' });
  await expect(begin(callerOf('k3', 'prj_a.test', 'org_a'), 25_000)).resolves.toBeDefined();
  await expect(begin(callerOf('k4', 'prj_b.live', 'org_a'), 25_000)).resolves.toBeDefined();
});

test('a long poll that is refused uses up nothing of its organization', async () => {
  const { begin } = aLimiter();
  const tenants: Tenant[] = ['prj_a.live', 'prj_b.live', 'prj_c.live'];
  await begin(callerOf('k0', 'prj_a.live', 'org_a'), 25_000);
  await begin(callerOf('k0', 'prj_a.live', 'org_a'), 25_000);
  for (let time = 0; time < 10; time += 1)
    await expect(begin(callerOf('k0', 'prj_a.live', 'org_a'), 25_000)).rejects.toThrow(/waiting/);
  for (const tenant of tenants) {
    await expect(begin(callerOf(`${tenant} k`, tenant, 'org_a'), 25_000)).resolves.toBeDefined();
    await expect(begin(callerOf(`${tenant} k`, tenant, 'org_a'), 25_000)).resolves.toBeDefined();
  }
});

test('a refused long poll is admitted after Retry-After, and not a second earlier', async () => {
  const { begin, clock } = aLimiter();
  await begin(callerOf('k1'), 20_500);
  clock.ms += 5_000;
  await begin(callerOf('k1'), 25_500);
  const refusal = { type: 'concurrency_limit_exceeded', headers: { 'retry-after': '16' } };
  await expect(begin(callerOf('k1'), 1_000)).rejects.toMatchObject(refusal);
  clock.ms += 15_000;
  await expect(begin(callerOf('k1'), 1_000)).rejects.toMatchObject({ headers: { 'retry-after': '1' } });
  clock.ms += 1_000;
  await expect(begin(callerOf('k1'), 1_000)).resolves.toBeDefined();
});

test("the first request of a full project to end decides Retry-After, not the caller's own", async () => {
  const { deps } = aLimiter();
  const begin = waitLimiter(deps, { ...limits, waitsPerProject: 2 });
  await begin(callerOf('k1'), 20_000);
  await begin(callerOf('k2'), 30_000);
  await expect(begin(callerOf('k2'), 1_000)).rejects.toMatchObject({ headers: { 'retry-after': '20' } });
});

test('Retry-After is a second even if the first request has ended meanwhile', async () => {
  const { clock, deps } = aLimiter();
  const now = () => new Date((clock.ms += 400));
  const begin = waitLimiter({ ...deps, now }, { ...limits, waitsPerKey: 1 });
  await begin(callerOf('k1'), 1_000);
  await expect(begin(callerOf('k1'), 1_000)).rejects.toMatchObject({ headers: { 'retry-after': '1' } });
});

test('a long poll is never refused because the counter cannot be reached, which is logged', async () => {
  const { deps } = aLimiter();
  const update = async () => {
    throw new Error('DynamoDB is down.');
  };
  const begin = waitLimiter({ ...deps, table: { update } }, limits);
  const watched = watchLog();
  await expect(begin(callerOf('k1'), 25_000)).resolves.toBeUndefined();
  expect(watched.lines).toMatchObject([
    { event: 'wait.not_limited', tenant: 'prj_a.live', error_message: 'DynamoDB is down.' },
  ]);
});

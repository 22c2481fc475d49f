import { beforeEach, expect, test } from 'vitest';
import { createHandler } from '#functions/workers/erase-projects.ts';
import { heldOf, readAccount } from '#lib/domain/billing/balance.ts';
import { eraseProjects } from '#lib/domain/organizations/erase-projects.ts';
import { readWebhooks } from '#lib/domain/webhooks/webhook-repository.ts';
import { dayMs, hourMs, later, minuteMs, secondMs } from '#lib/platform/durations.ts';
import type { Pass, TenantOwner } from '#lib/domain/transcriptions/erase-tenant.ts';
import { modeOf, tenantOf } from '#lib/platform/tenant.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../support/function-world.ts';
import { lambdaContext } from '../../support/http-event.ts';

let world: FunctionWorld;
beforeEach(async () => {
  world = await aFunctionWorld();
});

const deleteProject = async ({ person, projectId }: Customer) => {
  const ask = { as: person, params: { project_id: projectId } };
  expect((await world.call('DELETE /api/platform/v1/projects/{project_id}', ask)).status).toBe(204);
};

const eraseAfter = async (ms: number) => {
  world.clock.now = later(world.clock.now, ms);
  await createHandler(world.deps)({}, lambdaContext);
};

const objectsOf = ({ projectId }: Customer): string[] =>
  [...world.audio.objects.keys(), ...world.results.objects.keys()].filter((key) => key.includes(projectId));

test('unfinished jobs end as canceled and free what they held, and what was charged stays charged', async () => {
  const customer = await world.aCustomer();
  const queued = await world.aJob(customer);
  const completed = await world.aCompletedJob(customer);
  await deleteProject(customer);
  await eraseAfter(minuteMs);
  expect(await world.find(customer, queued)).toMatchObject({ status: 'canceled', billedMicroUsd: 0 });
  expect(await world.find(customer, completed)).toMatchObject({ status: 'completed', billedMicroUsd: 100 });
  const account = await readAccount(world.table, customer.organizationId);
  expect({ held: heldOf(account), spent: account.spentMicroUsd }).toEqual({ held: 0, spent: 100 });
});

test('texts, audio, files and webhooks of both modes are erased, and those of other projects are not', async () => {
  const customer = await world.aCustomer();
  const other = await world.aCustomer();
  await world.aWebhook(customer);
  for (const mode of ['live', 'test'] as const) {
    await world.aCompletedJob(customer, mode);
    await world.aJob(customer, mode);
    await world.aFile(customer, mode);
  }
  await world.aCompletedJob(other);
  const kept = objectsOf(other);
  expect(kept).not.toEqual([]);
  await deleteProject(customer);
  await eraseAfter(minuteMs);
  expect(objectsOf(customer)).toEqual([]);
  expect(objectsOf(other)).toEqual(kept);
  expect(await readWebhooks(world.table, tenantOf(customer.projectId, 'live'))).toEqual([]);
});

test('a realtime session that was not connected ends, and a live one is closed for its runner to end', async () => {
  const customer = await world.aCustomer();
  const tenant = tenantOf(customer.projectId, 'live');
  const find = (id: string) => world.deps.sessions.find({ tenant, id });
  const created = await world.aSession(customer);
  const live = await world.aSession(customer);
  const session = await find(live);
  if (!session) throw new Error('A session is stored when it is created.');
  const credential = { kind: 'secret', hash: session.secretHash } as const;
  await world.deps.sessions.connect(session, { credential, afterEventId: 0, now: world.clock.now });
  await deleteProject(customer);
  await eraseAfter(minuteMs);
  expect(await find(created)).toMatchObject({ status: 'canceled' });
  expect(await find(live)).toMatchObject({ status: 'live', endReason: 'canceled' });
  expect(await world.deps.sessions.listDue(world.clock.now)).toMatchObject({ dues: [{ ref: { id: live } }] });
});

test('nobody is told of the cancellation: the webhooks go first', async () => {
  const customer = await world.aCustomer();
  await world.aWebhook(customer);
  await world.aJob(customer);
  await deleteProject(customer);
  const webhook = await readWebhooks(world.table, tenantOf(customer.projectId, 'live'));
  expect(webhook).toHaveLength(1);
  const order: string[] = [];
  const { deps } = world;
  const store = {
    ...deps.store,
    cancel: async (...input: Parameters<typeof deps.store.cancel>) => {
      const left = await readWebhooks(world.table, tenantOf(customer.projectId, 'live'));
      order.push(`canceled with ${left.length} webhooks`);
      return deps.store.cancel(...input);
    },
  };
  world.clock.now = later(world.clock.now, minuteMs);
  await createHandler({ ...deps, store })({}, lambdaContext);
  expect(order).toEqual(['canceled with 0 webhooks']);
});

test('what arrives within a day after the deletion is erased, too', async () => {
  const customer = await world.aCustomer();
  await deleteProject(customer);
  await eraseAfter(minuteMs);
  // An upload with a policy that was signed before the deletion.
  const late = `uploads/${tenantOf(customer.projectId, 'live')}/late`;
  await world.audio.put(late, 'audio', 'audio/mpeg');
  await eraseAfter(hourMs);
  expect(objectsOf(customer)).toEqual([]);
  await eraseAfter(dayMs);
  await world.audio.put(late, 'audio', 'audio/mpeg');
  await eraseAfter(hourMs);
  expect(objectsOf(customer)).toEqual([late]);
});

test('a project that holds nothing is looked at nine times in the day after its deletion, so that many cannot delay the erasure of others', async () => {
  await deleteProject(await world.aCustomer());
  const { table, clock } = world;
  const deletedAt = clock.now;
  const minutes: number[] = [];
  const erase = async ({ tenant }: TenantOwner): Promise<Pass> => {
    if (modeOf(tenant) === 'live') minutes.push((clock.now.getTime() - deletedAt.getTime()) / minuteMs);
    return { isEmpty: true, after: null };
  };
  for (; clock.now <= later(deletedAt, 25 * hourMs); clock.now = later(clock.now, minuteMs))
    await eraseProjects({ table, erase, now: () => clock.now });
  expect(minutes).toEqual([0, 15, 30, 60, 120, 240, 480, 960, 1_440]);
});

test('no project is erased for longer than the function may run, however many there are', async () => {
  for (let project = 0; project < 16; project += 1) await deleteProject(await world.aCustomer());
  const { table, clock } = world;
  const begunAt = later(clock.now, minuteMs);
  clock.now = begunAt;
  const ends: number[] = [];
  const erase = async (_: unknown, until: Date) => {
    ends.push(until.getTime() - begunAt.getTime());
    clock.now = until;
    return { isEmpty: false, after: null };
  };
  await eraseProjects({ table, erase, now: () => clock.now });
  expect(new Set(ends)).toEqual(new Set([30 * secondMs, 40 * secondMs]));
});

test('a run goes on in each mode where the one before ended, and only a pass that found nothing ends the work of the day', async () => {
  const customer = await world.aCustomer();
  await deleteProject(customer);
  const { table, clock } = world;
  const after = { createdAt: clock.now.toISOString(), id: 'ofq_a' };
  const over: Pass = { isEmpty: true, after: null };
  const from: unknown[] = [];
  const run = async (live: Pass) => {
    clock.now = later(clock.now, minuteMs);
    const erase = async ({ tenant }: TenantOwner, _: Date, pass: Pass | undefined) => {
      from.push([modeOf(tenant), pass]);
      return modeOf(tenant) === 'live' ? live : over;
    };
    await eraseProjects({ table, erase, now: () => clock.now });
    return from.splice(0);
  };
  expect(await run({ isEmpty: true, after })).toEqual([
    ['live', undefined],
    ['test', undefined],
  ]);
  expect(await run(over)).toEqual([
    ['live', { isEmpty: true, after }],
    ['test', over],
  ]);
  expect(await run(over)).toEqual([]);
});

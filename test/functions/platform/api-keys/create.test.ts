import { expect, test } from 'vitest';
import { hourMs, later, minuteMs } from '#lib/platform/durations.ts';
import { aboutOrganization, aboutProject } from '../../../support/console-ask.ts';
import type { Customer } from '../../../support/function-world.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world } = await startWorld();
const create = (by: Customer, body: object, headers: Record<string, string> = {}, call = world.call) =>
  call('POST /api/platform/v1/projects/{project_id}/api-keys', { ...aboutProject(by), body, headers });
const one = { name: 'server', mode: 'live' };

test.each(['live', 'test'] as const)('201 is a %s key that opens the API in its mode', async (mode) => {
  const customer = await world.aCustomer();
  const { status, body } = await create(customer, { name: 'server', mode });
  expect([status, body.mode]).toEqual([201, mode]);
  const id = await world.aJob(customer, mode);
  const list = await world.call('GET /v1/transcriptions', { as: { key: body.secret } });
  expect(list.body.data.map((job: { id: string }) => job.id)).toContain(id);
});

test('201 again under the same Idempotency-Key is the same key without its secret', async () => {
  const customer = await world.aCustomer();
  const key = { 'idempotency-key': 'a-key-of-its-own' };
  const first = await create(customer, one, key);
  const second = await create(customer, one, key);
  expect([second.status, second.body]).toEqual([
    201,
    expect.objectContaining({ id: first.body.id, secret: null }),
  ]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('201 again under the same Idempotency-Key although the key has expired by now', async () => {
  const customer = await world.aCustomer();
  const key = { 'idempotency-key': 'a-key-that-expires' };
  const before = world.clock.now;
  const body = { ...one, expires_at: later(before, minuteMs).toISOString() };
  const first = await create(customer, body, key);
  world.clock.now = later(before, hourMs);
  const second = await create(customer, body, key);
  world.clock.now = before;
  expect([second.status, second.body.id]).toEqual([201, first.body.id]);
});

test('404 for a member who is removed at the same moment, and no key is made', async () => {
  const customer = await world.aCustomer();
  const member = await world.aColleague(customer);
  const { as, params } = aboutOrganization(customer);
  const remove = 'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}';
  const table = tableBefore(world.table, () =>
    world.call(remove, { as, params: { ...params, user_id: member.user.id } }),
  );
  expect((await create(member, one, {}, world.callWith({ table }))).status).toBe(404);
  const { body } = await world.call(
    'GET /api/platform/v1/projects/{project_id}/api-keys',
    aboutProject(customer),
  );
  expect(body.data).toEqual([]);
});

test('the same Idempotency-Key in two projects of a person makes two keys', async () => {
  const key = { 'idempotency-key': 'a-key-of-two-projects' };
  const customer = await world.aCustomer();
  const first = await create(customer, one, key);
  const second = await create(await world.aCustomer(customer), one, key);
  expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
});

test('the same Idempotency-Key in two projects of an organization makes two keys', async () => {
  const key = { 'idempotency-key': 'a-key-of-two-projects' };
  const customer = await world.aCustomer();
  const { body } = await world.call('POST /api/platform/v1/organizations/{organization_id}/projects', {
    ...aboutOrganization(customer),
    body: { name: 'Call centre' },
  });
  const first = await create(customer, one, key);
  const second = await create({ ...customer, projectId: body.id }, one, key);
  expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
});

test('409 for one more key than a project may have in a mode', async () => {
  const customer = await world.aCustomer();
  for (let made = 0; made < 2; made += 1) expect((await create(customer, one)).status).toBe(201);
  const { status, body } = await create(customer, one);
  expect([status, body.error.type]).toEqual([409, 'invalid_state']);
  expect((await create(customer, { ...one, mode: 'test' })).status).toBe(201);
});

test('422 for a used Idempotency-Key with another body', async () => {
  const customer = await world.aCustomer();
  const key = { 'idempotency-key': 'a-key-used-for-two-bodies' };
  await create(customer, one, key);
  expect((await create(customer, { ...one, name: 'client' }, key)).status).toBe(422);
});

test('400 for a name of blanks, which nobody could see', async () => {
  const { status, body } = await create(await world.aCustomer(), { ...one, name: '  ' });
  expect([status, body.error.details.fields[0].rule]).toEqual([400, 'blank']);
});

import { expect, test } from 'vitest';
import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { aboutProject } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { byKey } from '../../../support/transcription-send.ts';
import { describeCreates } from '../../transcriptions/create.contract.ts';

const route = 'POST /v1/transcriptions';
const given = await startWorld();
describeCreates(given, byKey(route));

test('the same Idempotency-Key at the playground makes another job', async () => {
  const { world, customer } = given;
  const headers = { 'idempotency-key': 'one-key-two-routes' };
  const aBody = async () => ({ upload_id: await world.anUpload(customer) });
  const api = await world.call(route, { as: customer.live, body: await aBody(), headers });
  const playground = await world.call('POST /api/platform/v1/projects/{project_id}/transcriptions', {
    ...aboutProject(customer),
    ...{ body: await aBody(), headers },
  });
  expect([api.status, playground.status]).toEqual([202, 202]);
  expect(playground.body.id).not.toBe(api.body.id);
});

test('the same Idempotency-Key is the same job for every key of a project', async () => {
  const { world, customer } = given;
  const headers = { 'idempotency-key': 'one-key-two-callers' };
  const body = { upload_id: await world.anUpload(customer) };
  const first = await world.call(route, { as: customer.live, body, headers });
  const second = await world.call(route, { as: await world.aKey(customer, 'live'), body, headers });
  expect([second.status, second.body.id]).toEqual([202, first.body.id]);
});

test('429 for more requests a minute than a key may send', async () => {
  const { world } = given;
  const { test: as } = await world.aCustomer();
  const { limits, now } = world.deps;
  const clock = { now, random: () => 0 };
  const authenticate = authenticator(world.table, { ...clock, ...limits, requestsPerMinute: 1 });
  const call = world.callWith({ authenticate });
  expect((await call(route, { as, body: {} })).status).toBe(400);
  const { status, headers, body } = await call(route, { as, body: {} });
  expect([status, body.error.type]).toEqual([429, 'rate_limit_exceeded']);
  expect(headers.get('retry-after')).toBe('60');
});

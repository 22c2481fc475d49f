import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

const route = 'DELETE /v1/transcriptions/{transcription_id}';
let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const remove = (id: string) => world.call(route, { as: customer.live, params: { transcription_id: id } });

test('204 erases the text of a completed job; a second DELETE changes nothing', async () => {
  const id = await world.aCompletedJob(customer);
  const key = resultKey({ tenant: tenantOf(customer.projectId, 'live'), id });
  expect(world.results.objects.has(key)).toBe(true);
  expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 204]);
  expect(world.results.objects.has(key)).toBe(false);
});

test('204 cancels an unfinished job uncharged, and queues its webhook event', async () => {
  const id = await world.aJob(customer);
  world.sent.webhook.length = 0;
  expect((await remove(id)).status).toBe(204);
  expect(await world.find(customer, id)).toMatchObject({ status: 'canceled', billedMicroUsd: 0 });
  expect(world.sent.webhook).toMatchObject([{ kind: 'event', tenant: `${customer.projectId}.live` }]);
});

test('404 for a malformed id', async () => {
  expect((await remove('x')).status).toBe(404);
});

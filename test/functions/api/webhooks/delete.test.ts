import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const webhook = '/v1/webhooks/{webhook_id}' as const;

test('204 removes the webhook and frees its places, also in a project without an organization', async () => {
  const limits = { ...world.deps.limits, webhooksPerProject: 1, webhooksPerOrganization: 1 };
  const call = world.callWith({ limits });
  const body = { url: 'https://receiver.example/' };
  for (const as of [(await world.aCustomer()).live, await world.aKeyAlone()]) {
    const { id } = (await call('POST /v1/webhooks', { as, body })).body;
    const ask = { as, params: { webhook_id: id } };
    expect((await call(`DELETE ${webhook}`, ask)).status).toBe(204);
    expect((await call(`GET ${webhook}`, ask)).status).toBe(404);
    expect((await call('POST /v1/webhooks', { as, body })).status).toBe(201);
  }
});

test('204 again for a webhook that was deleted, as a client repeats what it has no answer to', async () => {
  const ask = { as: customer.live, params: { webhook_id: await world.aWebhook(customer) } };
  const twice = [await world.call(`DELETE ${webhook}`, ask), await world.call(`DELETE ${webhook}`, ask)];
  expect(twice.map(({ status }) => status)).toEqual([204, 204]);
});

test('404 for a malformed id', async () => {
  const ask = { as: customer.live, params: { webhook_id: 'x' } };
  expect((await world.call(`DELETE ${webhook}`, ask)).status).toBe(404);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fanOut } from '#lib/domain/webhooks/fan-out.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const webhook = '/api/platform/v1/webhooks/{webhook_id}';
const about = (id: string) => ({
  as: customer.person,
  params: { webhook_id: id },
  query: { project_id: customer.projectId, mode: 'live' },
});

test('GET is 200 with the webhook, and without its secret', async () => {
  const id = await world.aWebhook(customer);
  const { status, body } = await world.call(`GET ${webhook}`, about(id));
  expect([status, body.id, body.status]).toEqual([200, id, 'enabled']);
  expect(body).not.toHaveProperty('secret');
});

test('the list has the webhooks of the project in one mode', async () => {
  const owner = await world.aCustomer();
  const id = await world.aWebhook(owner);
  await world.aWebhook(owner, 'test');
  const ask = { as: owner.person, query: { project_id: owner.projectId, mode: 'live' } };
  const { body } = await world.call('GET /api/platform/v1/webhooks', ask);
  expect(body.data.map((one: { id: string }) => one.id)).toEqual([id]);
});

describe('PATCH', () => {
  test('200 changes what the body names and leaves the rest', async () => {
    const id = await world.aWebhook(customer);
    const body = { status: 'disabled' };
    const changed = await world.call(`PATCH ${webhook}`, { ...about(id), body });
    expect(changed.body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'requested',
      url: 'https://receiver.example/',
    });
  });

  test('200 for enabling a webhook again sends the events it missed', async () => {
    const id = await world.aWebhook(customer);
    await world.call(`PATCH ${webhook}`, { ...about(id), body: { status: 'disabled' } });
    world.sent.webhook.length = 0;
    await world.call(`PATCH ${webhook}`, { ...about(id), body: { status: 'enabled' } });
    expect(world.sent.webhook).toMatchObject([{ kind: 'webhook', webhookId: id }]);
  });
});

describe('DELETE', () => {
  test('204 removes the webhook', async () => {
    const id = await world.aWebhook(customer);
    expect((await world.call(`DELETE ${webhook}`, about(id))).status).toBe(204);
    expect((await world.call(`GET ${webhook}`, about(id))).status).toBe(404);
  });

  test('DELETE frees a place in the limit of the organization', async () => {
    const owner = await world.aCustomer();
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) ids.push(await world.aWebhook(owner));
    const ask = {
      as: owner.person,
      params: { webhook_id: ids[0] ?? '' },
      query: { project_id: owner.projectId },
    };
    await world.call(`DELETE ${webhook}`, ask);
    expect(await world.aWebhook(owner)).toMatch(/^whk_/);
  });
});

describe('POST test, redeliver and deliveries', () => {
  const sendTest = (id: string) => world.call(`POST ${webhook}/test`, about(id));
  const aDelivery = async (id: string): Promise<string> => {
    const { body: sent } = await sendTest(id);
    const tenant = tenantOf(customer.projectId, 'live');
    await fanOut(world.deps, { tenant, id: sent.event_id });
    const { body } = await world.call(`GET ${webhook}/deliveries`, about(id));
    return body.data[0].id;
  };

  test('a test event is on the queue before the answer is sent', async () => {
    const id = await world.aWebhook(customer);
    world.sent.webhook.length = 0;
    const { status, body } = await sendTest(id);
    expect([status, body.event_id]).toEqual([202, expect.stringMatching(/^evt_/)]);
    expect(world.sent.webhook).toMatchObject([{ kind: 'event', eventId: body.event_id }]);
  });

  test('a redelivery is on the queue before the answer is sent', async () => {
    const id = await world.aWebhook(customer);
    const delivery = await aDelivery(id);
    world.sent.webhook.length = 0;
    const params = { webhook_id: id, delivery_id: delivery };
    const redelivery = { ...about(id), params };
    const { status } = await world.call(`POST ${webhook}/deliveries/{delivery_id}/redeliver`, redelivery);
    expect(status).toBe(202);
    expect(world.sent.webhook).toMatchObject([{ kind: 'delivery', webhookId: id, deliveryId: delivery }]);
  });

  test('404 for a delivery of another webhook', async () => {
    const delivery = await aDelivery(await world.aWebhook(customer));
    const other = await world.aWebhook(customer);
    const ask = { ...about(other), params: { webhook_id: other, delivery_id: delivery } };
    expect((await world.call(`POST ${webhook}/deliveries/{delivery_id}/redeliver`, ask)).status).toBe(404);
  });

  test('429 for more test events and redeliveries a minute than an organization may send', async () => {
    const owner = await world.aCustomer();
    const id = await world.aWebhook(owner);
    const ask = { ...about(id), as: owner.person, query: { project_id: owner.projectId } };
    const statuses: number[] = [];
    for (let sent = 0; sent < 11; sent += 1)
      statuses.push((await world.call(`POST ${webhook}/test`, ask)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
  });
});

import { expect, test } from 'vitest';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import { deliveryKey } from '#lib/domain/webhooks/delivery.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { aboutWebhook } from '../../../support/console-ask.ts';
import type { Customer } from '../../../support/function-world.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const webhook = '/api/platform/v1/webhooks/{webhook_id}';
const sendTest = (id: string) => world.call(`POST ${webhook}/test`, aboutWebhook(customer, id));

test('202 when the test event is on the queue', async () => {
  const id = await world.aWebhook(customer);
  world.sent.webhook.length = 0;
  const { status, body } = await sendTest(id);
  expect([status, body.event_id]).toEqual([202, expect.stringMatching(/^evt_/)]);
  expect(world.sent.webhook).toMatchObject([{ kind: 'delivery', deliveryId: body.delivery_id }]);
  const ref = { tenant: tenantOf(customer.projectId, 'live'), webhookId: id, id: body.delivery_id };
  expect(await world.table.get(deliveryKey(ref))).toMatchObject({
    eventId: body.event_id,
    status: 'pending',
    requestId: 'request-7',
  });
});

test('409 for a disabled webhook', async () => {
  const id = await world.aWebhook(customer);
  await world.call(`PATCH ${webhook}`, { ...aboutWebhook(customer, id), body: { status: 'disabled' } });
  expect((await sendTest(id)).body.error.type).toBe('invalid_state');
});

test('429 for more test events a minute than one organization may send', async () => {
  const countTest = testCounter(world.table, 1, { now: world.deps.now, random: () => 0 });
  const statusesOf = async (by: Customer) => {
    const about = aboutWebhook(by, await world.aWebhook(by));
    const send = async () => (await world.callWith({ countTest })(`POST ${webhook}/test`, about)).status;
    return [await send(), await send()];
  };
  const owner = await world.aCustomer();
  expect(await statusesOf(owner)).toEqual([202, 429]);
  expect(await statusesOf(await world.aCustomer(owner))).toEqual([202, 429]);
});

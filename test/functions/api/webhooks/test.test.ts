import { expect, test } from 'vitest';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'POST /v1/webhooks/{webhook_id}/test';

test('202 when the test event is on the queue', async () => {
  const id = await world.aWebhook(customer);
  world.sent.webhook.length = 0;
  const { status, body } = await world.call(route, { as: customer.live, params: { webhook_id: id } });
  expect([status, body.event_id]).toEqual([202, expect.stringMatching(/^evt_/)]);
  expect(world.sent.webhook).toMatchObject([{ kind: 'delivery', deliveryId: body.delivery_id }]);
});

test('429 for more than a minute allows, with a key of a project without an organization too', async () => {
  const as = await world.aKeyAlone();
  const { body: webhook } = await world.call('POST /v1/webhooks', {
    as,
    body: { url: 'https://hooks.example/' },
  });
  const countTest = testCounter(world.table, 1, { now: world.deps.now, random: () => 0 });
  const send = () => world.callWith({ countTest })(route, { as, params: { webhook_id: webhook.id } });
  expect([(await send()).status, (await send()).status]).toEqual([202, 429]);
});

import { expect, test } from 'vitest';
import { aboutWebhook } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 lists the webhooks of the project in one mode', async () => {
  const id = await world.aWebhook(customer);
  await world.aWebhook(customer, 'test');
  const { as, query } = aboutWebhook(customer);
  const { status, body } = await world.call('GET /api/platform/v1/webhooks', { as, query });
  expect([status, body.data]).toEqual([200, [expect.objectContaining({ id, mode: 'live' })]]);
});

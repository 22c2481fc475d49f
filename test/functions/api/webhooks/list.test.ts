import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 lists the webhooks of the project of the key in its mode, as the console shows them', async () => {
  const live = await world.aWebhook(customer);
  const inTest = await world.aWebhook(customer, 'test');
  const list = async (as = customer.live) => {
    const { status, body } = await world.call('GET /v1/webhooks', { as });
    return [status, body.data.map(({ id }: { id: string }) => id)];
  };
  expect([await list(), await list(customer.test)]).toEqual([
    [200, [live]],
    [200, [inTest]],
  ]);
});

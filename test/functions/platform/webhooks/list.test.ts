import { expect, test } from 'vitest';
import type { Mode } from '#lib/platform/tenant.ts';
import { aboutWebhook } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 lists the webhooks of the project in one mode', async () => {
  const live = await world.aWebhook(customer);
  const inTest = await world.aWebhook(customer, 'test');
  const list = async (mode: Mode) => {
    const { as, query } = aboutWebhook(customer, '', mode);
    const { status, body } = await world.call('GET /api/platform/v1/webhooks', { as, query });
    return [status, body.data.map(({ id }: { id: string }) => id)];
  };
  expect([await list('live'), await list('test')]).toEqual([
    [200, [live]],
    [200, [inTest]],
  ]);
});

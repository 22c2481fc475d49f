import { expect, test } from 'vitest';
import { aboutWebhook } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'GET /api/platform/v1/webhooks/{webhook_id}/deliveries';

test('200 lists the deliveries of the webhook, page by page, newest first', async () => {
  const id = await world.aWebhook(customer);
  await world.aDelivery(customer, await world.aWebhook(customer));
  const older = await world.aDelivery(customer, id);
  world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  const newer = await world.aDelivery(customer, id);
  const { as, params, query } = aboutWebhook(customer, id);
  const list = async (page: Record<string, string>) => {
    const { status, body } = await world.call(route, { as, params, query: { ...query, ...page } });
    return { status, ids: body.data.map((one: { id: string }) => one.id), next: body.next_cursor };
  };
  const first = await list({ limit: '1' });
  expect([first.status, first.ids]).toEqual([200, [newer]]);
  expect((await list({ limit: '1', cursor: first.next })).ids).toEqual([older]);
});

import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const rotate = (id: string) =>
  world.call('POST /v1/webhooks/{webhook_id}/rotate-secret', {
    as: customer.live,
    params: { webhook_id: id },
  });

test('200 shows a new secret; the previous one signs for 24 more hours', async () => {
  const { status, body } = await rotate(await world.aWebhook(customer));
  expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
  const until = new Date(world.clock.now.getTime() + 24 * 60 * 60_000).toISOString();
  expect(body.secret_metadata.previous_expires_at).toBe(until);
});

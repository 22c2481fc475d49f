import { expect, test } from 'vitest';
import { webhookKey } from '#lib/domain/webhooks/webhook.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

const hour = 60 * 60_000;
const rotate = (id: string) =>
  world.call('POST /api/platform/v1/webhooks/{webhook_id}/rotate-secret', {
    as: customer.person,
    params: { webhook_id: id },
    query: { project_id: customer.projectId },
  });
const secretsOf = async (id: string): Promise<{ expiresAt: string | null }[]> => {
  const key = webhookKey({ tenant: `${customer.projectId}.live`, id });
  const item = await world.table.get(key);
  return Object(item)['secrets'];
};

test('200 shows a new secret; the previous one signs for 24 more hours', async () => {
  const id = await world.aWebhook(customer);
  const { status, body } = await rotate(id);
  expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
  const until = new Date(world.clock.now.getTime() + 24 * hour).toISOString();
  expect(body.secret_metadata.previous_expires_at).toBe(until);
});

test('a second rotation does not prolong the secret from before the first', async () => {
  const id = await world.aWebhook(customer);
  await rotate(id);
  const first = new Date(world.clock.now.getTime() + 24 * hour).toISOString();
  world.clock.now = new Date(world.clock.now.getTime() + hour);
  await rotate(id);
  const second = new Date(world.clock.now.getTime() + 24 * hour).toISOString();
  expect((await secretsOf(id)).map(({ expiresAt }) => expiresAt)).toEqual([null, second, first]);
});

test('409 for a sixth secret that would sign at the same time', async () => {
  const id = await world.aWebhook(customer);
  const rotations = [];
  for (let count = 0; count < 5; count += 1) rotations.push(await rotate(id));
  expect(rotations.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409]);
  expect(rotations.at(-1)?.body.error.type).toBe('invalid_state');
});

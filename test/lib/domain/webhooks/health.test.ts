import { beforeEach, expect, test } from 'vitest';
import { assigning } from '#lib/platform/aws/table.ts';
import { later, secondMs } from '#lib/platform/durations.ts';
import type { Answer } from '#lib/domain/webhooks/attempt.ts';
import { readWebhook } from '#lib/domain/webhooks/webhook-repository.ts';
import { webhookKey } from '#lib/domain/webhooks/webhook.ts';
import { answers, aWebhookWorld, day, hour, type WebhookWorld } from '../../../support/webhook-world.ts';

let world: WebhookWorld;
beforeEach(async () => {
  world = await aWebhookWorld();
});

/** Makes one try, and the receiver gives this answer. */
const tryOnce = async (id: string, answer: () => Promise<Answer>): Promise<void> => {
  const { delivery_id: deliveryId } = await world.testEvent(id);
  world.script.answer = answer;
  await world.deliver({ kind: 'delivery', tenant: 'prj_a.live', webhookId: id, deliveryId });
};
const fails = async () => answers(500);
const passTime = (ms: number): void => {
  world.clock.now = later(world.clock.now, ms);
};
const stateOf = (id: string) => readWebhook(world.table, world.ref(id));

test.each<[string, (id: string) => Promise<unknown>]>([
  ['its address was changed', (id) => world.change(id, { url: 'https://new.example/' })],
  ['another delivery succeeded', (id) => tryOnce(id, async () => answers(200))],
  [
    'it was disabled and enabled again',
    async (id) => {
      await world.change(id, { status: 'disabled' });
      await world.change(id, { status: 'enabled' });
    },
  ],
])(
  'a webhook that failed for almost five days starts anew when %s, though an earlier try fails after that',
  async (_, happens) => {
    const { id } = await world.register();
    const ago = (ms: number): string => later(world.clock.now, -ms).toISOString();
    const failing = { failingSince: ago(5 * day - hour), lastFailedAt: ago(7 * hour) };
    await world.table.update({ key: webhookKey(world.ref(id)), ...assigning(failing) });
    await tryOnce(id, async () => {
      await happens(id);
      return answers(500);
    });
    const late = (await world.deliveries(id)).find(({ attempts }) => attempts[0]?.status_code === 500);
    expect(late).toMatchObject({ status: 'pending', next_attempt_at: expect.any(String) });
    passTime(2 * hour);
    await tryOnce(id, fails);
    expect(await stateOf(id)).toMatchObject({
      status: 'enabled',
      failingSince: world.clock.now.toISOString(),
    });
  },
);

test('status 410 of an address that was replaced meanwhile leaves the webhook enabled', async () => {
  const { id } = await world.register();
  await tryOnce(id, async () => {
    await world.change(id, { url: 'https://new.example/' });
    return answers(410);
  });
  expect(await stateOf(id)).toMatchObject({ status: 'enabled', url: 'https://new.example/' });
});

test('a webhook that its owner disables while a try is answered by 410 stays disabled by request', async () => {
  const { id } = await world.register();
  await tryOnce(id, async () => {
    await world.change(id, { status: 'disabled' });
    return answers(410);
  });
  expect(await stateOf(id)).toMatchObject({ status: 'disabled', disabledReason: 'requested' });
});

test('of two tries of a healthy webhook that fail at once the earlier failure counts, and five days after it the webhook is disabled', async () => {
  const { id } = await world.register();
  const first = world.clock.now.toISOString();
  await tryOnce(id, async () => {
    await tryOnce(id, fails);
    passTime(secondMs);
    return answers(500);
  });
  expect(await stateOf(id)).toMatchObject({ failingSince: first, lastFailedAt: first });
  world.clock.now = new Date(first);
  for (let days = 0; days < 5; days += 1) {
    expect(await stateOf(id)).toMatchObject({ status: 'enabled' });
    passTime(day);
    await tryOnce(id, fails);
  }
  expect(await stateOf(id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
});

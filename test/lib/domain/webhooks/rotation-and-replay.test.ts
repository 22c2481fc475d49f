import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  answers,
  aWebhookWorld,
  day,
  hour,
  minute,
  type WebhookWorld,
} from '../../../support/webhook-world.ts';

let world: WebhookWorld;
beforeEach(async () => {
  world = await aWebhookWorld();
});

const idsOf = ({ received }: WebhookWorld): (string | undefined)[] =>
  received.map(({ headers }) => headers['webhook-id']);

describe('rotating a secret', () => {
  test('both secrets sign for 24 hours after a rotation, then only the new one', async () => {
    const { id, secret } = await world.register();
    const rotated = await world.rotate(id);
    const verify = (key: string): boolean => {
      const last = world.received.at(-1);
      if (!last) return false;
      const { headers, body, at } = last;
      const ours = new Webhook(key).sign(String(headers['webhook-id']), new Date(at), body);
      return (headers['webhook-signature'] ?? '').split(' ').includes(ours);
    };
    const check = async (...expected: boolean[]): Promise<void> => {
      await world.happen();
      await world.pass(minute);
      expect([verify(secret), verify(rotated.secret ?? '')]).toEqual(expected);
    };
    await check(true, true);
    await world.pass(day - 3 * minute);
    await check(true, true);
    await world.pass(minute);
    await check(false, true);
    expect((await world.change(id, {})).secret_metadata.previous_expires_at).toBeNull();
  });

  test('at most five secrets sign at once; a further rotation waits until the oldest one expires', async () => {
    const { id } = await world.register();
    for (let rotations = 0; rotations < 4; rotations += 1) await world.rotate(id);
    await expect(world.rotate(id)).rejects.toMatchObject({ type: 'invalid_state' });
    await world.happen();
    await world.pass(day);
    expect(world.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(5);
    await world.rotate(id);
  });

  test('a second rotation does not extend the first secret', async () => {
    const { id } = await world.register();
    await world.rotate(id);
    await world.pass(12 * hour);
    await world.rotate(id);
    await world.pass(12 * hour);
    await world.happen();
    await world.pass(minute);
    expect(world.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  });

  test('of two concurrent rotations one succeeds', async () => {
    const { id } = await world.register();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => world.rotate(id)));
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBeGreaterThanOrEqual(1);
    await world.happen();
    await world.pass(minute);
    expect(world.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(done + 1);
  });
});

test('a test event is sent to its webhook only, also for events it did not subscribe to', async () => {
  const { id } = await world.register('https://a.example/', { events: ['transcription.failed'] });
  await world.register('https://b.example/');
  const { event_id } = await world.testEvent(id);
  await world.pass(minute);
  expect(world.received).toMatchObject([{ url: 'https://a.example/', headers: { 'webhook-id': event_id } }]);
  expect(JSON.parse(world.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: { id } });
});

describe('redelivery', () => {
  test('a delivered event is sent once more under the same id, for 30 days', async () => {
    const { id } = await world.register();
    const event = await world.happen();
    await world.pass(30 * day - minute);
    const [delivery] = await world.deliveries(id);
    await world.redeliver(id, delivery?.id ?? '');
    await world.pass(30_000);
    expect(idsOf(world)).toEqual([event.id, event.id]);
    await world.pass(hour);
    await expect(world.redeliver(id, delivery?.id ?? '')).rejects.toMatchObject({ type: 'not_found' });
    expect(await world.deliveries(id)).toEqual([]);
  });

  test('a delivery with a try in progress is not sent a second time', async () => {
    const { id } = await world.register();
    world.script.answer = async () => {
      const [delivery] = await world.deliveries(id);
      if (world.received.length === 1) await world.redeliver(id, delivery?.id ?? '');
      return answers(200);
    };
    const event = await world.happen();
    await world.pass(hour);
    expect(idsOf(world)).toEqual([event.id]);
    expect(await world.deliveries(id)).toMatchObject([{ status: 'delivered' }]);
  });

  test('a given-up delivery gets all its tries again, also after its webhook was disabled', async () => {
    world.script.answer = async () => answers(500);
    const { id } = await world.register();
    await world.happen();
    await world.pass(5 * day);
    await world.change(id, { status: 'disabled' });
    const [delivery] = await world.deliveries(id);
    await expect(world.redeliver(id, delivery?.id ?? '')).rejects.toMatchObject({ type: 'invalid_state' });
    await world.change(id, { status: 'enabled' });
    await world.redeliver(id, delivery?.id ?? '');
    await world.pass(5 * day);
    expect(world.received).toHaveLength(20);
  });
});

test('of more than 30 attempts the last ones are kept', async () => {
  const { id } = await world.register();
  await world.happen();
  await world.pass(minute);
  const [first] = await world.deliveries(id);
  for (let times = 0; times < 30; times += 1) {
    await world.redeliver(id, first?.id ?? '');
    await world.pass(minute);
  }
  const [view] = await world.deliveries(id);
  expect(view?.attempts.map(({ at }) => Date.parse(at))).toEqual(world.received.slice(1).map(({ at }) => at));
});

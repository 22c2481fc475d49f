import { beforeEach, expect, test } from 'vitest';
import { assigning } from '#lib/platform/aws/table.ts';
import type { Answer } from '#lib/domain/webhooks/attempt.ts';
import { secondMs } from '#lib/platform/durations.ts';
import { restartDelivery } from '#lib/domain/webhooks/delivery-repository.ts';
import { messageOf, keyOf, type WebhookMessage } from '#lib/domain/webhooks/messages.ts';
import { claimMs, maxClaims } from '#lib/domain/webhooks/schedule.ts';
import { sweepWebhooks } from '#lib/domain/webhooks/sweep-webhooks.ts';
import { aDeliveryOf } from '../../../support/a-delivery.ts';
import { callsOf } from '../../../support/count-calls.ts';
import { startCountedTable } from '../../../support/table.ts';
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

const aDelivery = (of: WebhookWorld = world) => aDeliveryOf(of);

test('fifty workers on one delivery make one try', async () => {
  const { message } = await aDelivery();
  await Promise.all(Array.from({ length: 50 }, () => world.deliver(message)));
  expect(world.received).toHaveLength(1);
});

test('forty workers on one event make one delivery for each webhook', async () => {
  const ids = [(await world.register()).id, (await world.register()).id];
  const { message } = world.anEvent(await world.happen({ silently: true }));
  await Promise.all(Array.from({ length: 40 }, () => world.deliver(message)));
  for (const id of ids) expect(await world.deliveries(id)).toHaveLength(1);
  await world.pass(minute);
  expect(world.received).toHaveLength(2);
});

/** A delivery whose worker waits for the receiver until `respond` gives its answer. */
const aStuckDelivery = async () => {
  const delivery = await aDelivery();
  const answer = Promise.withResolvers<Answer>();
  world.script.answer = () => answer.promise;
  const worker = world.deliver(delivery.message);
  while (world.received.length === 0) await new Promise(setImmediate);
  const respond = async (given: Answer): Promise<void> => {
    answer.resolve(given);
    await worker;
  };
  return { ...delivery, respond };
};

test("a worker that returns after its claim expired changes nothing of its successor's result", async () => {
  const { message, webhookId, respond } = await aStuckDelivery();
  world.script.answer = async () => answers(200);
  world.clock.now = new Date(world.clock.now.getTime() + claimMs);
  await world.deliver(message);
  expect(world.received).toHaveLength(1);
  world.clock.now = new Date(world.clock.now.getTime() + 1);
  await world.deliver(message);
  expect(world.received).toHaveLength(2);
  await respond(answers(500));
  const [delivery] = await world.deliveries(webhookId);
  expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status_code: 200 }] });
  const ids = new Set(world.received.map(({ headers }) => headers['webhook-id']));
  expect(ids.size).toBe(1);
});

test('a worker that returns after its delivery was restarted does not end it', async () => {
  const { webhookId, respond } = await aStuckDelivery();
  world.clock.now = new Date(world.clock.now.getTime() + claimMs + 1);
  const [before] = await world.deliveries(webhookId);
  await world.redeliver(webhookId, before?.id ?? '');
  await respond(answers(410));
  expect(await world.deliveries(webhookId)).toMatchObject([{ status: 'pending', attempts: [] }]);
});

test('a delivery that was delivered meanwhile is not restarted with those that were not', async () => {
  const { message } = await aDelivery();
  await world.deliver(message);
  const now = world.clock.now;
  const restart = { now, dueAt: now, only: { failedSince: now.toISOString() } };
  if (message.kind !== 'delivery') throw new Error('An event makes a delivery.');
  const ref = { ...message, id: message.deliveryId };
  expect(await restartDelivery(world.table, ref, restart)).toBe(false);
  await world.pass(hour);
  expect(world.received).toHaveLength(1);
});

test('a message that arrives early makes no try', async () => {
  const { message } = await aDelivery();
  world.script.answer = async () => answers(500);
  await world.deliver(message);
  await world.deliver(message);
  expect(world.received).toHaveLength(1);
});

test('nothing is sent or lost while secrets cannot be decrypted', async () => {
  const { decrypt } = world.deps;
  world.deps.decrypt = async () => {
    throw new Error('KMS is out of reach.');
  };
  const { webhookId } = await aDelivery();
  await world.pass(2 * hour);
  expect(world.received).toEqual([]);
  expect(await world.deliveries(webhookId)).toMatchObject([{ status: 'pending' }]);
  world.deps.decrypt = decrypt;
  await world.pass(2 * hour);
  expect(world.received).toHaveLength(1);
});

test('a delivery whose worker dies is tried again as soon as its claim has expired', async () => {
  const { message } = await aDelivery();
  world.clock.now = new Date(world.clock.now.getTime() + minute / 4);
  world.script.dies = { call: 3, phase: 'after' };
  world.resetCalls();
  const claimedAt = world.clock.now.getTime();
  expect(await world.run(() => world.deliver(message))).toBe(false);
  expect(world.received).toHaveLength(1);
  world.script.dies = undefined;
  await world.pass(5 * minute);
  expect(world.received).toHaveLength(2);
  expect((world.received[1]?.at ?? 0) - claimedAt).toBe(claimMs + secondMs);
});

test('a delivery whose every worker dies is given up in the end, and can still be redelivered', async () => {
  const { decrypt } = world.deps;
  world.deps.decrypt = async () => {
    throw new Error('This one cannot be decrypted.');
  };
  const { webhookId } = await aDelivery();
  await world.pass(2 * day);
  const [delivery] = await world.deliveries(webhookId);
  expect(delivery).toMatchObject({ status: 'failed' });
  world.deps.decrypt = decrypt;
  await world.redeliver(webhookId, delivery?.id ?? '');
  await world.pass(minute);
  expect(world.received).toHaveLength(1);
});

test.each([
  [maxClaims - 1, 1, 'delivered'],
  [maxClaims, 0, 'failed'],
])('after %i claims a delivery is tried %i times and is %s', async (claims, tries, status) => {
  const { message, webhookId } = await aDelivery();
  await world.table.update({ key: keyOf(message), ...assigning({ claims }) });
  await world.deliver(message);
  expect(world.received).toHaveLength(tries);
  expect(await world.deliveries(webhookId)).toMatchObject([{ status }]);
});

test('a secret copied to another webhook signs nothing', async () => {
  const mine = await world.register();
  const theirs = await world.register('https://b.example/', {}, 'prj_b.live');
  await world.happen();
  await world.pass(minute);
  expect(world.received).toHaveLength(1);
  const stolen = await world.table.get({ pk: 'prj_b.live/webhooks', sk: theirs.id });
  await world.table.update({
    key: { pk: 'prj_a.live/webhooks', sk: mine.id },
    set: 'SET secrets = :stolen',
    values: { ':stolen': stolen?.['secrets'] },
  });
  await world.happen();
  await world.pass(hour);
  expect(world.received).toHaveLength(1);
});

test('an event reaches only the webhooks of its own project', async () => {
  await world.register('https://mine.example/');
  await world.register('https://theirs.example/', {}, 'prj_b.live');
  const event = await world.happen({ of: 'prj_b.live' });
  await world.pass(minute);
  expect(world.received).toMatchObject([
    { url: 'https://theirs.example/', headers: { 'webhook-id': event.id } },
  ]);
});

test("another project's webhook is not found", async () => {
  const { id } = await world.register('https://theirs.example/', {}, 'prj_b.live');
  const unknown = { type: 'not_found' };
  await expect(world.change(id, {})).rejects.toMatchObject(unknown);
  await expect(world.rotate(id)).rejects.toMatchObject(unknown);
  await expect(world.testEvent(id)).rejects.toMatchObject(unknown);
  await expect(world.remove(id)).rejects.toMatchObject(unknown);
  await expect(world.deliveries(id)).rejects.toMatchObject(unknown);
  await expect(world.redeliver(id, `dlv_${'a'.repeat(26)}`)).rejects.toMatchObject(unknown);
});

test('the sweeper ends in time, and the next one continues where it stopped', async () => {
  await world.register();
  for (let count = 0; count < 20; count += 1) await world.happen({ silently: true });
  world.clock.now = new Date(world.clock.now.getTime() + minute);
  let at = world.clock.now.getTime();
  await sweepWebhooks({ ...world.deps, now: () => new Date((at += minute)) });
  expect(world.mail).toEqual([]);
  await world.pass(3 * minute);
  expect(world.received).toHaveLength(20);
});

test('a message converts to the key of its item and back', () => {
  const messages: WebhookMessage[] = [
    { kind: 'event', tenant: 'prj_a.live', eventId: 'evt_a' },
    { kind: 'delivery', tenant: 'prj_a.live', webhookId: 'whk_a', deliveryId: 'dlv_a' },
    { kind: 'webhook', tenant: 'prj_a.live', webhookId: 'whk_a' },
  ];
  for (const message of messages) expect(messageOf(keyOf(message))).toEqual(message);
});

test('an event costs one read of the list and one for each webhook, one delivery and one message; a try costs two writes and one read', async () => {
  const counted = await startCountedTable();
  const own = await aWebhookWorld(undefined, undefined, counted);
  const { message } = await aDelivery(own);
  expect((await callsOf(counted.calls, () => own.deliver(message))).counts).toEqual({
    'dynamodb.UpdateItem': 2,
    'dynamodb.GetItem': 1,
    'kms.Decrypt': 1,
  });
  const event = own.anEvent(await own.happen({ silently: true }));
  expect((await callsOf(counted.calls, () => own.deliver(event.message))).counts).toEqual({
    'dynamodb.GetItem': 3,
    'dynamodb.PutItem': 1,
    'dynamodb.UpdateItem': 1,
    'sqs.SendMessage': 1,
  });
});

import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { deliveryKey } from '#lib/domain/webhooks/delivery.ts';
import { eventKey } from '#lib/domain/webhooks/event.ts';
import { getDelivery } from '#lib/domain/webhooks/get-delivery.ts';
import { listWebhookDeliveries } from '#lib/domain/webhooks/list-deliveries.ts';
import { DeliveriesQuery } from '#lib/domain/webhooks/deliveries-query.ts';
import { redeliverFailed } from '#lib/domain/webhooks/redeliver-failed.ts';
import { webhookKey } from '#lib/domain/webhooks/webhook.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { watchLog } from '../../../support/log-lines.ts';
import {
  answers,
  aWebhookWorld,
  day,
  hour,
  minute,
  type WebhookWorld,
} from '../../../support/webhook-world.ts';

const detailsOf = ({ deps }: WebhookWorld, webhookId: string, id: string) =>
  getDelivery(deps, { tenant: 'prj_a.live', webhookId, id });
const restartFailed = ({ deps, ref }: WebhookWorld, id: string, since: string) =>
  redeliverFailed(deps, ref(id), { since });

test('a test is listed at once, before any worker runs', async () => {
  const { register, testEvent, deliveries } = await aWebhookWorld();
  const { id } = await register();
  const { event_id, delivery_id } = await testEvent(id);
  expect(await deliveries(id)).toMatchObject([{ id: delivery_id, event_id, status: 'pending' }]);
});

test('a delivery shows the bytes and headers that were sent, which verify, and how the response begins', async () => {
  const world = await aWebhookWorld();
  const { id, secret } = await world.register();
  world.script.answer = async () => ({ ...answers(500), body: 'Out of order' });
  const { delivery_id } = await world.testEvent(id);
  await world.pass(1_000);
  const shown = await detailsOf(world, id, delivery_id);
  const [sent] = world.received;
  expect(shown).toMatchObject({ payload: sent?.body, request_url: sent?.url, url: null });
  const [attempt] = shown.attempts;
  expect(attempt).toMatchObject({ request_headers: sent?.headers, response_body: 'Out of order' });
  const tolerant = new Webhook(secret);
  expect(attempt?.request_headers['webhook-signature']).toBe(
    tolerant.sign(shown.event_id, new Date(attempt?.at ?? ''), shown.payload),
  );
});

test('what a receiver answers and what was signed reach no log', async () => {
  const world = await aWebhookWorld();
  const { id, secret } = await world.register();
  world.script.answer = async () => ({ ...answers(500), body: 'token=hunter2' });
  const watched = watchLog();
  const { delivery_id } = await world.testEvent(id);
  await world.pass(1_000);
  const [attempt] = (await detailsOf(world, id, delivery_id)).attempts;
  const lines = JSON.stringify(watched.lines);
  expect(lines).toContain('webhook.attempted');
  for (const hidden of ['hunter2', secret, attempt?.request_headers['webhook-signature']])
    expect(lines).not.toContain(hidden);
});

test('the log filters by status, and its pages have each such delivery once', async () => {
  const world = await aWebhookWorld();
  const { id } = await world.register();
  const failed: string[] = [];
  for (let count = 0; count < 9; count += 1) {
    const isFailing = count % 3 === 0;
    world.script.answer = async () => answers(isFailing ? 500 : 200);
    const { delivery_id } = await world.testEvent(id);
    if (isFailing) failed.unshift(delivery_id);
    await world.pass(4 * 1_000);
    await world.pass(minute / 4);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = DeliveriesQuery.parse({ limit: '2', status: 'pending', cursor });
    const page = await listWebhookDeliveries(world.deps, { tenant: 'prj_a.live', id }, query);
    seen.push(...page.data.map((one) => one.id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(failed);
});

test('all that failed since a time is delivered again, and nothing that failed before or was delivered', async () => {
  const world = await aWebhookWorld();
  const { id } = await world.register();
  const refused = async () => {
    world.script.answer = async () => answers(500);
    const { id: event } = await world.happen();
    await world.pass(4 * day);
    return event;
  };
  await refused();
  world.script.answer = async () => answers(200);
  await world.happen();
  await world.pass(hour);
  const since = new Date(world.clock.now.getTime() + 1).toISOString();
  world.clock.now = new Date(since);
  const second = await refused();
  world.script.answer = async () => answers(200);
  await world.happen();
  await world.pass(hour);
  world.received.length = 0;
  await restartFailed(world, id, since);
  await world.pass(3 * minute);
  expect(world.received.map(({ headers }) => headers['webhook-id'])).toEqual([second]);
  expect((await world.deliveries(id)).map(({ status }) => status)).toEqual([
    'delivered',
    'delivered',
    'delivered',
    'failed',
  ]);
  world.received.length = 0;
  await world.pass(hour);
  expect(world.received).toEqual([]);
});

test('of two requests for failed deliveries the earlier time counts', async () => {
  const world = await aWebhookWorld();
  const { id } = await world.register();
  const earlier = '2026-11-19T00:00:00.000Z';
  const later = '2026-11-20T00:00:00.000Z';
  for (const since of [later, earlier, later]) await restartFailed(world, id, since);
  const { items } = await world.table.query({
    where: 'pk = :pk',
    values: { ':pk': 'prj_a.live/webhooks' },
    limit: 10,
  });
  expect(items).toMatchObject([{ restartFailedSince: earlier }]);
});

test('failed deliveries of a disabled webhook are not restarted', async () => {
  const world = await aWebhookWorld();
  const { id } = await world.register();
  await world.change(id, { status: 'disabled' });
  const asked = restartFailed(world, id, '2026-11-19T00:00:00.000Z');
  await expect(asked).rejects.toMatchObject({ type: 'invalid_state' });
});

test('the table deletes an event and its deliveries, which have metadata, after 30 days, and a webhook that was deleted', async () => {
  const world = await aWebhookWorld();
  const { id } = await world.register();
  const event = await world.happen();
  await world.pass(minute);
  const [delivery] = await world.deliveries(id);
  const at = ttlAt(new Date(Date.parse(event.createdAt) + 30 * day));
  expect(await world.table.get(eventKey(event))).toMatchObject({ ttl: at });
  const key = deliveryKey({ tenant: event.tenant, webhookId: id, id: delivery?.id ?? '' });
  expect(await world.table.get(key)).toMatchObject({ status: 'delivered', ttl: at });
  await world.remove(id);
  expect(await world.table.get(webhookKey(world.ref(id)))).toHaveProperty('ttl');
});

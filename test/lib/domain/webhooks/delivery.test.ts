import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import type { Answer } from '#lib/domain/webhooks/attempt.ts';
import { claimDelivery, holdDelivery } from '#lib/domain/webhooks/delivery-repository.ts';
import { retryDelaysMs } from '#lib/domain/webhooks/schedule.ts';
import { watchLog } from '../../../support/log-lines.ts';
import {
  answers,
  aWebhookWorld,
  day,
  hour,
  minute,
  silence,
  type WebhookWorld,
} from '../../../support/webhook-world.ts';

let world: WebhookWorld;
beforeEach(async () => {
  world = await aWebhookWorld();
});

const idsOf = ({ received }: WebhookWorld): (string | undefined)[] =>
  received.map(({ headers }) => headers['webhook-id']);

test('the end of a job is sent at once, signed, to every webhook that subscribed to it', async () => {
  const all = await world.register();
  await world.register('https://b.example/', { events: ['transcription.failed'] });
  world.script.answer = async () => {
    world.clock.now = new Date(world.clock.now.getTime() + 40);
    return answers(200);
  };
  const event = await world.happen();
  await world.pass(minute);
  expect(world.received).toMatchObject([{ url: 'https://a.example/', body: event.payload }]);
  const [got] = world.received;
  if (!got) throw new Error('Something has arrived.');
  const { headers, body, at } = got;
  expect(headers).toMatchObject({ 'webhook-id': event.id, 'content-type': 'application/json' });
  expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(at / 1_000));
  const signed = new Webhook(all.secret).sign(event.id, new Date(at), body);
  expect(headers['webhook-signature']).toBe(signed);
  expect(await world.deliveries(all.id)).toMatchObject([
    {
      event_id: event.id,
      status: 'delivered',
      next_attempt_at: null,
      attempts: [{ status_code: 200, error: null, duration_ms: 40 }],
    },
  ]);
});

test('the payload contains only ids, a status, times and what the caller added', async () => {
  await world.register();
  const { payload } = await world.happen();
  expect(Object.keys(JSON.parse(payload))).toEqual(['type', 'timestamp', 'mode', 'data']);
  expect(Object.keys(JSON.parse(payload).data)).toEqual([
    'id',
    'status',
    'sequence',
    'created_at',
    'completed_at',
    'audio_ms',
    'error',
    'client_reference_id',
    'metadata',
  ]);
});

test('a delivery whose webhook was enabled meanwhile is not held', async () => {
  const { id } = await world.register();
  world.script.answer = async () => answers(500);
  await world.happen();
  await world.pass(minute);
  const [delivery] = await world.deliveries(id);
  const ref = { tenant: 'prj_a.live', webhookId: id, id: delivery?.id ?? '' } as const;
  const claimed = await claimDelivery(world.table, ref, new Date(world.clock.now.getTime() + hour));
  if (!claimed) throw new Error('The delivery is due.');
  await holdDelivery(world.table, claimed);
  expect(await world.deliveries(id)).toMatchObject([{ status: 'pending' }]);
});

test('an event whose message was lost is found within two minutes', async () => {
  await world.register();
  const event = await world.happen({ silently: true });
  await world.pass(2 * minute);
  expect(idsOf(world)).toEqual([event.id]);
});

test('an event without any webhook needs no further sweeps', async () => {
  await world.happen();
  await world.pass(minute);
  const calls = world.callsSoFar();
  await world.pass(day);
  expect(world.callsSoFar()).toBe(calls);
});

const failures: readonly Answer[] = [
  ...[500, 302, 404, 429].map((status) => answers(status)),
  ...['timeout', 'tls', 'interrupted', 'dns', 'blocked_address', 'timeout'].map(silence),
];

test('an error status, a redirect, a broken connection or silence is a failure: after ten tries at their times under one id the delivery is given up', async () => {
  world.script.answer = async () => failures[world.received.length - 1] ?? answers(200);
  const { id } = await world.register();
  const event = await world.happen();
  await world.pass(5 * day);
  expect(idsOf(world)).toEqual(Array.from({ length: 10 }, () => event.id));
  const times = world.received.map(({ at }) => at);
  for (const [index, at] of times.entries()) {
    if (index === 0) continue;
    const waited = at - (times[index - 1] ?? 0);
    const planned = retryDelaysMs[index] ?? 0;
    expect(waited).toBeGreaterThanOrEqual(0.8 * planned);
    // SQS delays are whole seconds.
    expect(waited).toBeLessThanOrEqual(1.2 * planned + 1_000);
  }
  const signatures = new Set(world.received.map(({ headers }) => headers['webhook-signature']));
  expect(signatures.size).toBe(10);
  const [delivery] = await world.deliveries(id);
  expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
  expect(delivery?.attempts.map(({ error, status_code }) => ({ error, status_code }))).toEqual(
    failures.map(({ error, statusCode }) => ({ error, status_code: statusCode })),
  );
});

test('without jitter every retry is sent exactly at its time, not at the next sweep, by messages that SQS accepts', async () => {
  const log = watchLog();
  world.script.answer = async () => answers(500);
  world.deps.random = () => 0.5;
  await world.register();
  await world.happen();
  await world.pass(5 * day);
  const times = world.received.map(({ at }) => at);
  const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(waits).toEqual(retryDelaysMs.slice(1));
  expect(log.of('webhook.send_failed')).toEqual([]);
});

test("the receiver's Retry-After is honoured, up to a day", async () => {
  const pauses = ['7200', '999999', undefined];
  world.script.answer = async () => answers(429, pauses[world.received.length - 1]);
  await world.register();
  await world.happen();
  await world.pass(2 * day);
  const [first = 0, second = 0, third = 0] = world.received.map(({ at }) => at);
  expect(second - first).toBeGreaterThanOrEqual(2 * hour);
  expect(second - first).toBeLessThanOrEqual(2 * hour + minute);
  expect(third - second).toBeGreaterThanOrEqual(day);
  expect(third - second).toBeLessThanOrEqual(day + minute);
});

test('status 410 disables the webhook at once; later events are kept, and delivered when it is enabled again', async () => {
  world.script.answer = async () => answers(410);
  const { id } = await world.register();
  const first = await world.happen();
  await world.pass(minute);
  expect(await world.change(id, {})).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
  await world.pass(hour);
  expect(world.received).toHaveLength(1);
  const second = await world.happen();
  await world.pass(day);
  expect(world.received).toHaveLength(1);
  expect(await world.deliveries(id)).toMatchObject([
    { status: 'held' },
    { status: 'held', next_attempt_at: null },
  ]);

  world.script.answer = async () => answers(200);
  expect(await world.change(id, { status: 'enabled' })).toMatchObject({
    status: 'enabled',
    disabled_reason: null,
  });
  await world.pass(2 * minute);
  expect(new Set(idsOf(world).slice(1))).toEqual(new Set([first.id, second.id]));
  expect(await world.deliveries(id)).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }]);
});

test('enabling a webhook delivers all that it missed, also when that is more than a page', async () => {
  const { id } = await world.register();
  await world.change(id, { status: 'disabled' });
  const missed = [await world.happen(), await world.happen(), await world.happen(), await world.happen()];
  await world.pass(minute);
  expect(await world.deliveries(id)).toMatchObject(missed.map(() => ({ status: 'held' })));
  const { table } = world.deps;
  world.deps.table = { ...table, query: (query) => table.query({ ...query, limit: 3 }) };
  await world.change(id, { status: 'enabled' });
  await world.pass(2 * minute);
  expect(new Set(idsOf(world))).toEqual(new Set(missed.map((event) => event.id)));
});

test('enabling a disabled webhook tries pending deliveries at once, with all ten tries', async () => {
  world.script.answer = async () => answers(500);
  const { id } = await world.register();
  await world.happen();
  await world.pass(30 * minute);
  const [{ next_attempt_at: wasDue } = { next_attempt_at: null }] = await world.deliveries(id);
  world.script.answer = async () => answers(200);
  await world.change(id, { status: 'disabled' });
  await world.change(id, { status: 'enabled' });
  await world.pass(2 * minute);
  expect(await world.deliveries(id)).toMatchObject([{ status: 'delivered' }]);
  expect(Date.parse(wasDue ?? '')).toBeGreaterThan(world.received.at(-1)?.at ?? Infinity);
});

test('five days of failures only disable the webhook, within an hour', async () => {
  world.script.answer = async () => answers(500);
  const { id } = await world.register();
  const failingFor = async (...waits: number[]) => {
    for (const ms of waits) {
      await world.happen();
      await world.pass(ms);
    }
    return world.change(id, {});
  };
  // The ten tries of one event take three days.
  expect(await failingFor(3 * day, 1.5 * day, 11 * hour, hour)).toMatchObject({ status: 'enabled' });
  expect(await failingFor(hour)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
});

test('one success restarts the five days', async () => {
  const { id } = await world.register();
  for (const [status, days] of [
    [500, 3],
    [200, 1],
    [500, 3],
  ] as const) {
    world.script.answer = async () => answers(status);
    await world.happen();
    await world.pass(days * day);
  }
  expect(await world.change(id, {})).toMatchObject({ status: 'enabled' });
});

test('a deleted webhook receives nothing more, and its secret and its texts are erased', async () => {
  world.script.answer = async () => answers(500);
  const { id, secret } = await world.register();
  await world.happen();
  await world.pass(minute);
  const tries = world.received.length;
  await world.remove(id);
  await world.pass(5 * day);
  expect(world.received).toHaveLength(tries);
  const item = await world.table.get({ pk: 'prj_a.live/webhooks', sk: id });
  expect(JSON.stringify(item)).not.toContain(secret.slice(6));
  for (const erased of ['secrets', 'url', 'description']) expect(item).not.toHaveProperty(erased);
  await expect(world.deliveries(id)).rejects.toMatchObject({ type: 'not_found' });
});

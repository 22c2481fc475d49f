import { expect, test } from 'vitest';
import { deliveryItem, deliveryKey, newDelivery } from '#lib/domain/webhooks/delivery.ts';
import { redeliverFailed } from '#lib/domain/webhooks/redeliver-failed.ts';
import { resumeWebhook } from '#lib/domain/webhooks/resume.ts';
import { readWebhook } from '#lib/domain/webhooks/webhook-repository.ts';
import type { Key } from '#lib/platform/aws/table.ts';
import { later, secondMs } from '#lib/platform/durations.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { aWebhookWorld, hour, minute, type WebhookWorld } from '../../../support/webhook-world.ts';

// The timeout of the function.
const timeoutMs = 45 * secondMs;

/** An enabled webhook with a longer history than a worker can read. Only its newest delivery is held. */
const aLongHistory = async () => {
  const world = await aWebhookWorld();
  const { table, clock, deps } = world;
  const { id } = await world.register();
  const ref = world.ref(id);
  const webhook = await readWebhook(table, ref);
  if (!webhook) throw new Error('It was just registered.');
  await world.change(id, { status: 'disabled' });
  const keys: Key[] = [];
  for (let sent = 0; sent < 601; sent += 1) {
    clock.now = later(clock.now, secondMs);
    const event = await world.happen({ silently: true });
    const delivery = { ...newDelivery(event, webhook), status: sent === 600 ? 'held' : 'delivered' } as const;
    const isNotDue = { due_at: undefined, due_shard: undefined };
    await table.putNew({ ...deliveryItem(delivery, clock.now), ...isNotDue });
    keys.push(deliveryKey(delivery));
  }
  await world.change(id, { status: 'enabled' });
  /** One run of the worker. Every page takes 20 s, in which something may happen. */
  const resume = async (happens: () => Promise<unknown> = async () => {}): Promise<void> => {
    const end = later(clock.now, timeoutMs);
    const query: typeof table.query = async (input) => {
      clock.now = later(clock.now, 20 * secondMs);
      if (clock.now > end) throw new Error('The function timed out.');
      await happens();
      return table.query(input);
    };
    await resumeWebhook({ ...deps, table: { ...table, query } }, ref);
  };
  const [firstKey] = keys;
  if (!firstKey) throw new Error('There are deliveries.');
  return { ...world, id, resume, firstKey };
};

test('held deliveries at the end of a history that takes several workers to read are restarted, each worker by the one before', async () => {
  const { deliveries, resume, mail, id } = await aLongHistory();
  let runs = 0;
  while (mail.splice(0).some(({ message }) => message.kind === 'webhook')) {
    runs += 1;
    await resume();
  }
  expect(runs).toBe(2);
  expect((await deliveries(id, 1)).map(({ status }) => status)).toEqual(['pending']);
});

test('what was delivered while its webhook is resumed is not sent again', async () => {
  const { deps, ref, received, ...world } = await aWebhookWorld();
  const { id } = await world.register();
  await world.deliver(world.anEvent(await world.happen({ silently: true })).message);
  await world.change(id, { status: 'disabled' });
  await world.change(id, { status: 'enabled' });
  const query: typeof deps.table.query = async (input) => {
    const page = await deps.table.query(input);
    for (const { message } of world.mail.splice(0))
      if (message.kind === 'delivery') await world.deliver(message);
    return page;
  };
  await resumeWebhook({ ...deps, table: { ...deps.table, query } }, ref(id));
  await world.pass(hour);
  expect(received).toHaveLength(1);
});

test('a webhook that is deleted before it was resumed is left alone', async () => {
  const { deps, ref, ...world } = await aWebhookWorld();
  const { id } = await world.register();
  await world.change(id, { status: 'disabled' });
  await world.change(id, { status: 'enabled' });
  await world.remove(id);
  const log = watchLog();
  await resumeWebhook(deps, ref(id));
  world.mail.splice(0);
  await world.pass(hour);
  expect([world.mail, log.lines.filter(({ event }) => event === 'sweep.finished')]).toEqual([[], []]);
});

test.each<[string, (world: WebhookWorld, id: string) => Promise<unknown>]>([
  [
    'it is disabled and enabled again',
    async ({ change }, id) => {
      await change(id, { status: 'disabled' });
      await change(id, { status: 'enabled' });
    },
  ],
  [
    'what failed is asked for',
    async ({ deps, ref }, id) => redeliverFailed(deps, ref(id), { since: '2026-11-01T00:00:00Z' }),
  ],
])('a webhook is resumed from its first delivery when meanwhile %s', async (_, happens) => {
  const { resume, firstKey, ...world } = await aLongHistory();
  await resume();
  const set = 'SET #status = :held';
  await world.table.update({
    key: firstKey,
    set,
    names: { '#status': 'status' },
    values: { ':held': 'held' },
  });
  await happens(world, world.id);
  for (let run = 0; run < 2; run += 1) await resume();
  expect(await world.table.get(firstKey)).toMatchObject({ status: 'pending' });
});

test('a worker that is overtaken by a request leaves the rest of the history to the worker of that request', async () => {
  const { resume, deps, ref, id, mail } = await aLongHistory();
  mail.splice(0);
  await resume(() => redeliverFailed(deps, ref(id), { since: '2026-11-01T00:00:00Z' }));
  const requests = 2;
  expect(mail.filter(({ message }) => message.kind === 'webhook')).toHaveLength(requests);
});

test('a webhook that is disabled and enabled again while it is resumed delivers what it missed meanwhile', async () => {
  const { deps, ref, clock, ...world } = await aWebhookWorld();
  const { id } = await world.register();
  const missSomething = async (): Promise<void> => {
    await world.change(id, { status: 'disabled' });
    await world.deliver(world.anEvent(await world.happen({ silently: true })).message);
    for (const { message } of world.mail.splice(0)) await world.deliver(message);
    expect(await world.deliveries(id)).toMatchObject([{ status: 'held' }]);
    clock.now = later(clock.now, secondMs);
    await world.change(id, { status: 'enabled' });
  };
  await world.change(id, { status: 'disabled' });
  await world.change(id, { status: 'enabled' });
  world.mail.splice(0);
  const query: typeof deps.table.query = async (input) => {
    const page = await deps.table.query(input);
    await missSomething();
    return page;
  };
  await resumeWebhook({ ...deps, table: { ...deps.table, query } }, ref(id));
  await world.pass(2 * minute);
  expect(await world.deliveries(id)).toMatchObject([{ status: 'delivered' }]);
});

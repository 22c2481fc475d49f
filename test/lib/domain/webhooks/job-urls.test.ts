import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { Limits } from '#lib/platform/limits/limits.ts';
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

const webhookUrl = 'https://jobs.example/done?job=42';

test('the end of a job goes to its own address too, signed by the webhook without an address', async () => {
  const other = await world.register();
  const signer = await world.register(null);
  const event = await world.happen({ webhookUrl });
  await world.pass(minute);
  expect(world.received.map(({ url }) => url).toSorted()).toEqual(['https://a.example/', webhookUrl]);
  const got = world.received.find(({ url }) => url === webhookUrl);
  const signed = new Webhook(signer.secret).sign(event.id, new Date(got?.at ?? 0), event.payload);
  expect(got).toMatchObject({ body: event.payload, headers: { 'webhook-signature': signed } });
  expect(await world.deliveries(signer.id)).toMatchObject([{ status: 'delivered', url: webhookUrl }]);
  expect(await world.deliveries(other.id)).toMatchObject([{ status: 'delivered', url: null }]);
});

test('a job without an address of its own sends nothing by that webhook', async () => {
  const signer = await world.register(null);
  await world.happen();
  await world.pass(minute);
  expect([world.received, await world.deliveries(signer.id)]).toEqual([[], []]);
});

test('an address that fails is tried again on the usual schedule', async () => {
  await world.register(null);
  world.script.answer = async () => answers(world.received.length < 3 ? 500 : 200);
  await world.happen({ webhookUrl });
  await world.pass(hour);
  expect(world.received.map(({ url }) => url)).toEqual([webhookUrl, webhookUrl, webhookUrl]);
});

test('one address that is down for a week leaves the others their events', async () => {
  const { id } = await world.register(null);
  world.script.answer = async ({ url }) => answers(url === webhookUrl ? 500 : 200);
  for (let days = 0; days < 7; days += 1) {
    await world.happen({ webhookUrl });
    await world.pass(day);
  }
  await world.happen({ webhookUrl: 'https://other.example/' });
  await world.pass(minute);
  expect((await world.deliveries(id))[0]).toMatchObject({ status: 'delivered' });
});

test('410 ends the delivery, not the webhook', async () => {
  const { id } = await world.register(null);
  world.script.answer = async () => answers(410);
  await world.happen({ webhookUrl });
  await world.happen({ webhookUrl });
  await world.pass(day);
  expect(await world.deliveries(id)).toMatchObject([
    { status: 'failed', attempts: [{ status_code: 410 }] },
    { status: 'failed', attempts: [{ status_code: 410 }] },
  ]);
});

test('deliveries to addresses of jobs wait while the webhook is disabled', async () => {
  const { id } = await world.register(null);
  await world.change(id, { status: 'disabled' });
  await world.happen({ webhookUrl });
  await world.pass(minute);
  expect(world.received).toEqual([]);
  await world.change(id, { status: 'enabled' });
  await world.pass(hour);
  expect(world.received).toMatchObject([{ url: webhookUrl }]);
});

test('a project has one webhook without an address, and another once that is deleted', async () => {
  const { id } = await world.register(null);
  await expect(world.register(null)).rejects.toMatchObject({
    type: 'invalid_state',
    message: expect.stringContaining('has a webhook without an address'),
  });
  await world.register();
  await world.remove(id);
  await expect(world.register(null)).resolves.toMatchObject({ url: null });
});

test('a webhook without an address takes a place of the project, and does not hide that all are taken', async () => {
  const limits = Limits.parse({ webhooksPerProject: 1 });
  const refusal = { type: 'invalid_state', details: { limit: 'webhooks_per_project_max', max: 1 } };
  const full = await aWebhookWorld('prj_a.live', limits);
  await full.register();
  await expect(full.register(null)).rejects.toMatchObject(refusal);
  const fullOfOne = await aWebhookWorld('prj_a.live', limits);
  await fullOfOne.register(null);
  await expect(fullOfOne.register()).rejects.toMatchObject(refusal);
});

test('a webhook without an address gets none later, and no test event', async () => {
  const { id } = await world.register(null);
  const refused = { type: 'invalid_state' };
  await expect(world.change(id, { url: 'https://a.example/' })).rejects.toMatchObject(refused);
  await expect(world.testEvent(id)).rejects.toMatchObject(refused);
});

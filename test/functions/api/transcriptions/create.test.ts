import { expect, test } from 'vitest';
import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { findDelivery } from '#lib/domain/webhooks/delivery-repository.ts';
import { fanOut } from '#lib/domain/webhooks/fan-out.ts';
import { aboutProject } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { byKey } from '../../../support/transcription-send.ts';
import { describeWebhookUrl } from '../../webhook-url.contract.ts';
import { describeCreates } from '../../transcriptions/create.contract.ts';

const route = 'POST /v1/transcriptions';
const given = await startWorld();
await describeCreates(byKey(route));
describeWebhookUrl(given, route, async (customer) => ({ upload_id: await given.world.anUpload(customer) }));

test('the webhook_url of a job comes back in its request, and its end is sent there', async () => {
  const { world } = given;
  const customer = await world.aCustomer();
  await world.call('POST /v1/webhooks', { as: customer.live, body: {} });
  const webhook_url = 'https://jobs.example/done';
  const id = await world.aJob(customer, 'live', { webhook_url });
  const about = { as: customer.live, params: { transcription_id: id } };
  const { body } = await world.call('GET /v1/transcriptions/{transcription_id}', about);
  expect(body.request.webhook_url).toBe(webhook_url);
  await world.call('DELETE /v1/transcriptions/{transcription_id}', about);
  const event = world.sent.webhook.at(-1);
  if (event?.kind !== 'event') throw new Error('The end of the job has an event.');
  await fanOut(world.deps, { tenant: event.tenant, id: event.eventId });
  const message = world.sent.webhook.at(-1);
  if (message?.kind !== 'delivery') throw new Error('The event has a delivery.');
  const delivery = { tenant: message.tenant, webhookId: message.webhookId, id: message.deliveryId };
  expect(await findDelivery(world.table, delivery, world.deps.now())).toMatchObject({ url: webhook_url });
});

test('the same Idempotency-Key at the playground makes another job', async () => {
  const { world, customer } = given;
  const headers = { 'idempotency-key': 'one-key-two-routes' };
  const aBody = async () => ({ upload_id: await world.anUpload(customer) });
  const api = await world.call(route, { as: customer.live, body: await aBody(), headers });
  const playground = await world.call('POST /api/platform/v1/projects/{project_id}/transcriptions', {
    ...aboutProject(customer),
    body: await aBody(),
    headers,
  });
  expect([api.status, playground.status]).toEqual([202, 202]);
  expect(playground.body.id).not.toBe(api.body.id);
});

test('the same Idempotency-Key is the same job for every key of a project', async () => {
  const { world, customer } = given;
  const headers = { 'idempotency-key': 'one-key-two-callers' };
  const body = { upload_id: await world.anUpload(customer) };
  const first = await world.call(route, { as: customer.live, body, headers });
  const second = await world.call(route, { as: await world.aKey(customer, 'live'), body, headers });
  expect([second.status, second.body.id]).toEqual([202, first.body.id]);
});

test('429 for more requests a minute than a key may send', async () => {
  const { world } = given;
  const { test: as } = await world.aCustomer();
  const authenticate = authenticator(world.table, 1, { now: world.deps.now, random: () => 0 });
  const call = world.callWith({ authenticate });
  expect((await call(route, { as, body: {} })).status).toBe(400);
  const { status, headers, body } = await call(route, { as, body: {} });
  expect([status, body.error.type]).toEqual([429, 'rate_limit_exceeded']);
  expect(headers.get('retry-after')).toBe('60');
});

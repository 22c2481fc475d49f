import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

const create = (body: object, headers: Record<string, string> = {}, as = customer.live) =>
  world.call('POST /v1/files', { as, body, headers });

test('201 is a file of the upload, which no second file can use', async () => {
  const body = { upload_id: await world.anUpload(customer), name: 'talk' };
  const made = await create(body);
  expect([made.status, made.body.name]).toEqual([201, 'talk']);
  expect((await create(body)).body.error).toMatchObject({
    type: 'upload_already_consumed',
    details: { file_id: made.body.id },
  });
});

test('201 again under the same Idempotency-Key is the same file', async () => {
  const body = { upload_id: await world.anUpload(customer) };
  const key = { 'idempotency-key': 'a-key-of-its-own' };
  const first = await create(body, key);
  const second = await create(body, key);
  expect([second.body.id, second.headers.get('idempotent-replayed')]).toEqual([first.body.id, 'true']);
});

test('the same Idempotency-Key is the same file for every key of a project, and another in test mode', async () => {
  const key = { 'idempotency-key': 'one-key-two-callers' };
  const body = { upload_id: await world.anUpload(customer) };
  const first = await create(body, key);
  const second = await create(body, key, await world.aKey(customer, 'live'));
  expect([second.status, second.body.id]).toEqual([201, first.body.id]);
  const inTest = await create({ upload_id: await world.anUpload(customer, 'test') }, key, customer.test);
  expect([inTest.status, inTest.body.id === first.body.id]).toEqual([201, false]);
});

test("404 for a stranger's upload, and for one of the other mode", async () => {
  const stranger = await world.aCustomer();
  expect((await create({ upload_id: await world.anUpload(stranger) })).status).toBe(404);
  expect((await create({ upload_id: await world.anUpload(customer, 'test') })).status).toBe(404);
});

test('409 for an upload whose bytes have not arrived', async () => {
  const body = { content_type: 'audio/mpeg' };
  const { body: grant } = await world.call('POST /v1/transcription-uploads', { as: customer.live, body });
  expect((await create({ upload_id: grant.id })).body.error.type).toBe('upload_incomplete');
});

test('409 for an upload whose audio is kept no longer', async () => {
  const late = await world.aCustomer();
  const body = { upload_id: await world.anUpload(late) };
  const { now } = world.clock;
  await world.deps.recordUpload({ tenant: `${late.projectId}.live`, id: body.upload_id });
  world.clock.now = new Date(now.getTime() + 24 * 60 * 60_000);
  expect((await create(body, {}, late.live)).body.error.type).toBe('upload_expired');
  world.clock.now = now;
});

test('422 for a used Idempotency-Key with another upload', async () => {
  const key = { 'idempotency-key': 'a-key-of-two-uploads' };
  await create({ upload_id: await world.anUpload(customer) }, key);
  const { status, body } = await create({ upload_id: await world.anUpload(customer) }, key);
  expect([status, body.error.type]).toEqual([422, 'idempotency_key_reused']);
});

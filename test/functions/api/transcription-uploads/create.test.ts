import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const create = (body: object, headers: Record<string, string> = {}, as = customer.live) =>
  world.call('POST /v1/transcription-uploads', { as, body, headers });

test('201 is a grant of the project of the key', async () => {
  const { status, body } = await create({ content_type: 'audio/mpeg' });
  expect(status).toBe(201);
  const item = await world.deps.findUpload(`${customer.projectId}.live`, body.id);
  expect(item).toMatchObject({ status: 'issued', contentType: 'audio/mpeg' });
});

test('201 again under the same Idempotency-Key is the same grant', async () => {
  const key = { 'idempotency-key': 'a-key-of-its-own' };
  const first = await create({ content_type: 'audio/mpeg' }, key);
  const second = await create({ content_type: 'audio/mpeg' }, key);
  expect([second.status, second.body.id]).toEqual([201, first.body.id]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('400 for a format that is not audio', async () => {
  expect((await create({ content_type: 'text/html' })).body.error.type).toBe('unsupported_audio_format');
});

test('413 for more bytes than a file may have', async () => {
  expect((await create({ content_type: 'audio/mpeg', size_bytes: 10 ** 12 })).status).toBe(413);
});

test('422 for a used Idempotency-Key with another body', async () => {
  const key = { 'idempotency-key': 'a-key-used-for-two-bodies' };
  await create({ content_type: 'audio/mpeg' }, key);
  expect((await create({ content_type: 'audio/ogg' }, key)).status).toBe(422);
});

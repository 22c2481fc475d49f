import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const get = (id: string, as = customer.live) =>
  world.call('GET /v1/requests/{request_id}', { as, params: { request_id: id } });

test('200 for a request that created something, with its path and the id that the caller gave it', async () => {
  const headers = { 'x-client-request-id': 'order-7' };
  const body = { upload_id: await world.anUpload(customer), context: 'A secret call.' };
  const requestId = 'creating';
  const made = await world.call('POST /v1/transcriptions', { as: customer.live, body, headers, requestId });
  const answer = await get(requestId);
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      request_id: requestId,
      mode: 'live',
      key_id: customer.live.key.split('_')[2],
      route: 'POST /v1/transcriptions',
      status: 202,
      error_type: null,
      location: `/v1/transcriptions/${made.body.id}`,
      client_request_id: 'order-7',
      at: '2026-11-20T10:00:00.000Z',
      duration_ms: expect.any(Number),
    },
  ]);
});

test('200 for a request that failed, with the type of its error', async () => {
  const { body } = await get(await world.aRefusedRequest(customer));
  expect(body).toMatchObject({ route: 'POST /v1/files', status: 400, error_type: 'invalid_request' });
});

test('404 for a request that read, for one of the other mode, and after seven days', async () => {
  await world.call('GET /v1/files', { as: customer.live, requestId: 'reading' });
  const { status, body } = await get('reading');
  expect(status).toBe(404);
  expect(body.error.message).toContain('to a path or method that does not exist');
  const id = await world.aRefusedRequest(customer, 'test');
  expect((await get(id)).status).toBe(404);
  expect((await get(id, customer.test)).status).toBe(200);
  const { now } = world.clock;
  world.clock.now = new Date(now.getTime() + 7 * 24 * 60 * 60_000);
  expect((await get(id, customer.test)).status).toBe(404);
  world.clock.now = now;
});

test('400 for an id that no request can have', async () => {
  expect((await get('a'.repeat(2_000))).status).toBe(400);
});

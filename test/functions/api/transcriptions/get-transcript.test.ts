import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

const route = 'GET /v1/transcriptions/{transcription_id}/transcript';
let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const get = (id: string, query: Record<string, string> = {}) =>
  world.call(route, { as: customer.live, params: { transcription_id: id }, query });

test.each([
  [{}, 'text/plain'],
  [{ format: 'srt' }, 'application/x-subrip'],
  [{ format: 'vtt' }, 'text/vtt'],
  [{ format: 'json' }, 'application/json'],
])('200 with %j is a file of type %s', async (query, type) => {
  const answer = await get(await world.aCompletedJob(customer), query);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain(type);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('400 for an unknown format', async () => {
  expect((await get(await world.aCompletedJob(customer), { format: 'pdf' })).status).toBe(400);
});

test('409 while the job has no text', async () => {
  const { status, body } = await get(await world.aJob(customer));
  expect([status, body.error.type, body.error.details.status]).toEqual([409, 'invalid_state', 'queued']);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

const route = 'GET /v1/transcriptions/{transcription_id}';
const day = 24 * 60 * 60_000;
let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const get = (id: string, query?: Record<string, string>, as = customer.live) =>
  world.call(route, { as, params: { transcription_id: id }, ...(query && { query }) });

describe('200', () => {
  test('a completed job has its text', async () => {
    const { status, body } = await get(await world.aCompletedJob(customer));
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'completed', transcript: 'hello' });
  });

  test('a live job is charged for its audio, a test job is not', async () => {
    const live = await get(await world.aCompletedJob(customer));
    expect(live.body).toMatchObject({ billing: { status: 'charged', billed_ms: 1_200 } });
    const free = await get(await world.aCompletedJob(customer, 'test'), {}, customer.test);
    expect(free.body).toMatchObject({ billing: { status: 'not_charged', billed_ms: 0 } });
  });

  test('a failed job says why', async () => {
    const { body } = await get(await world.aFailedJob(customer));
    expect(body).toMatchObject({ status: 'failed', error: { type: 'processing_timeout', retryable: true } });
  });

  test('?wait holds the answer until the time has passed, and no longer', async () => {
    const id = await world.aJob(customer);
    const before = world.clock.now.getTime();
    expect((await get(id, { wait: '5' })).body.status).toBe('queued');
    expect(world.clock.now.getTime() - before).toBe(5_000);
  });
});

test('400 for a wait over the maximum', async () => {
  expect((await get(await world.aJob(customer), { wait: '26' })).status).toBe(400);
});

test('404 for a malformed id', async () => {
  expect((await get('x')).status).toBe(404);
});

test('410 for the text of a job that was deleted', async () => {
  const id = await world.aCompletedJob(customer);
  await world.results.removeAll('results/');
  expect((await get(id)).status).toBe(410);
});

test('410 once the retention is over, though the job is still stored', async () => {
  const late = await aFunctionWorld();
  const owner = await late.aCustomer();
  const id = await late.aCompletedJob(owner);
  const ask = { as: owner.live, params: { transcription_id: id } };
  late.clock.now = new Date(late.clock.now.getTime() + 30 * day - 1);
  expect((await late.call(route, ask)).status).toBe(200);
  late.clock.now = new Date(late.clock.now.getTime() + 1);
  expect((await late.call(route, ask)).status).toBe(410);
  late.stop();
});

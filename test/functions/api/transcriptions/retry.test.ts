import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

const route = 'POST /v1/transcriptions/{transcription_id}/retry';
let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const retry = (id: string, as = customer.live) => world.call(route, { as, params: { transcription_id: id } });

test('202 queues a new job with the audio of the failed one, charged like it', async () => {
  const id = await world.aFailedJob(customer);
  const { status, body } = await retry(id);
  expect(status).toBe(202);
  expect(body.id).not.toBe(id);
  const failed = await world.find(customer, id);
  const retried = await world.find(customer, body.id);
  expect(retried).toMatchObject({
    status: 'queued',
    uploadId: failed?.uploadId,
    requestId: 'request-7',
  });
  expect(world.sent.split).toContainEqual(expect.objectContaining({ id: body.id }));
});

test('202 in test mode charges nothing', async () => {
  const { body } = await retry(await world.aFailedJob(customer, 'test'), customer.test);
  expect(await world.find(customer, body.id, 'test')).toMatchObject({ heldMicroUsd: null });
});

test('202 again answers the same new job', async () => {
  const id = await world.aFailedJob(customer);
  expect((await retry(id)).body.id).toBe((await retry(id)).body.id);
});

test('409 for a job that has not failed', async () => {
  expect((await retry(await world.aCompletedJob(customer))).body.error.type).toBe('invalid_state');
});

test('410 once the audio is gone', async () => {
  const id = await world.aFailedJob(customer);
  await world.audio.removeAll('uploads/');
  expect((await retry(id)).status).toBe(410);
});

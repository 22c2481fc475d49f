import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const base = '/api/platform/v1/projects/{project_id}';
const job = `${base}/transcriptions/{transcription_id}` as const;
const about = (id?: string, mode = 'live') => ({
  as: customer.person,
  params: { project_id: customer.projectId, ...(id !== undefined && { transcription_id: id }) },
  query: { mode },
});

test('a playground job is charged to the organization, like any other', async () => {
  const body = { upload_id: await world.anUpload(customer) };
  const made = await world.call(`POST ${base}/transcriptions`, { ...about(), body });
  expect(made.status).toBe(202);
  const stored = await world.find(customer, made.body.id);
  expect(stored?.organizationId).toBe(customer.organizationId);
  expect(stored?.heldMicroUsd).toBeGreaterThan(0);
});

test('a playground job in test mode holds nothing', async () => {
  const body = { upload_id: await world.anUpload(customer, 'test') };
  const made = await world.call(`POST ${base}/transcriptions`, { ...about(undefined, 'test'), body });
  expect(await world.find(customer, made.body.id, 'test')).toMatchObject({ heldMicroUsd: null });
});

test('a grant of the playground is an upload of the project, in the mode of the query', async () => {
  const body = { content_type: 'audio/mpeg' };
  const made = await world.call(`POST ${base}/transcription-uploads`, { ...about(undefined, 'test'), body });
  expect(made.status).toBe(201);
  expect(await world.deps.findUpload(`${customer.projectId}.test`, made.body.id)).toMatchObject({
    status: 'issued',
  });
});

test('the playground shows the jobs of the API, with text, list and file', async () => {
  const id = await world.aCompletedJob(customer);
  expect((await world.call(`GET ${job}`, about(id))).body).toMatchObject({ id, transcript: 'hello' });
  const { body: page } = await world.call(`GET ${base}/transcriptions`, about());
  expect(page.data.map((one: { id: string }) => one.id)).toContain(id);
  expect((await world.call(`GET ${job}/transcript`, about(id))).body).toContain('hello');
});

test('the playground waits for a job as the API does', async () => {
  const id = await world.aJob(customer);
  const before = world.clock.now.getTime();
  await world.call(`GET ${job}`, { ...about(id), query: { mode: 'live', wait: '3' } });
  expect(world.clock.now.getTime() - before).toBe(3_000);
});

test('DELETE at the playground is 204 and cancels', async () => {
  const id = await world.aJob(customer);
  expect((await world.call(`DELETE ${job}`, about(id))).status).toBe(204);
  expect((await world.find(customer, id))?.status).toBe('canceled');
});

test('a retry at the playground is 202 with a new job', async () => {
  const id = await world.aFailedJob(customer);
  const { status, body } = await world.call(`POST ${job}/retry`, about(id));
  expect([status, body.id === id, body.status]).toEqual([202, false, 'queued']);
});

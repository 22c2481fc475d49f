import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditsKey } from '#lib/domain/billing/keys.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

const route = 'POST /v1/transcriptions';
let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const create = (body: object, headers: Record<string, string> = {}, as = customer.live) =>
  world.call(route, { as, body, headers });
const key = { 'idempotency-key': 'a-key-of-its-own' };

describe('202', () => {
  test('a job with a live key is charged to the organization of the key, and holds what it may cost', async () => {
    const { status, body } = await create({ upload_id: await world.anUpload(customer) });
    expect([status, body.status]).toEqual([202, 'queued']);
    const { organizationId } = customer;
    const job = await world.find(customer, body.id);
    expect(job).toMatchObject({ organizationId, requestId: 'request-7' });
    expect(job?.heldMicroUsd).toBeGreaterThan(0);
  });

  test('a job with a test key is never charged and holds nothing', async () => {
    const upload = { upload_id: await world.anUpload(customer, 'test') };
    const { status, body } = await create(upload, {}, customer.test);
    expect(status).toBe(202);
    expect(await world.find(customer, body.id, 'test')).toMatchObject({ heldMicroUsd: null });
  });

  test('a job from an upload is sent to be split, one from a URL to be fetched', async () => {
    const fromUpload = await create({ upload_id: await world.anUpload(customer) });
    const fromUrl = await create({ audio_url: 'https://audio.example/talk.mp3' });
    expect(world.sent.split).toContainEqual(expect.objectContaining({ id: fromUpload.body.id }));
    expect(world.sent.fetch).toContainEqual(expect.objectContaining({ id: fromUrl.body.id }));
  });

  test('a replay answers the first job and says so', async () => {
    const body = { upload_id: await world.anUpload(customer) };
    const first = await create(body, key);
    const second = await create(body, key);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect([second.status, second.body.id]).toEqual([202, first.body.id]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  test('the same Idempotency-Key at the playground makes another job', async () => {
    const other = { 'idempotency-key': 'one-key-two-routes' };
    const api = await create({ upload_id: await world.anUpload(customer) }, other);
    const playground = await world.call('POST /api/platform/v1/projects/{project_id}/transcriptions', {
      as: customer.person,
      params: { project_id: customer.projectId },
      body: { upload_id: await world.anUpload(customer) },
      headers: other,
    });
    expect([api.status, playground.status]).toEqual([202, 202]);
    expect(playground.body.id).not.toBe(api.body.id);
  });

  test('the same Idempotency-Key in test mode makes another job', async () => {
    const other = { 'idempotency-key': 'one-key-two-modes' };
    const live = await create({ upload_id: await world.anUpload(customer) }, other);
    const body = { upload_id: await world.anUpload(customer, 'test') };
    const inTest = await create(body, other, customer.test);
    expect(inTest.body.id).not.toBe(live.body.id);
  });
});

test.each([[{}], [{ upload_id: 'upl_x', audio_url: 'https://audio.example/' }], [{ upload_id: 7 }]])(
  '400 for %j',
  async (body) => {
    expect((await create(body)).status).toBe(400);
  },
);

test('402 when the balance of the organization is used up, and none in test mode', async () => {
  const poor = await world.aCustomer();
  const set = 'ADD creditMicroUsd :amount, unheldMicroUsd :amount';
  const values = { ':amount': -10_000_000 };
  await world.table.update({ key: creditsKey(poor.organizationId), set, values });
  const live = { upload_id: await world.anUpload(poor) };
  expect((await create(live, {}, poor.live)).body.error.type).toBe('insufficient_credits');
  const free = { upload_id: await world.anUpload(poor, 'test') };
  expect((await create(free, {}, poor.test)).status).toBe(202);
});

test.each(['upl_x', `upl_${'a'.repeat(26)}`])('404 for the upload %s', async (id) => {
  expect((await create({ upload_id: id })).status).toBe(404);
});

test("404 for a stranger's upload", async () => {
  const stranger = await world.aCustomer();
  expect((await create({ upload_id: await world.anUpload(stranger) })).status).toBe(404);
});

test('409 for an upload that another job was made from', async () => {
  const body = { upload_id: await world.anUpload(customer) };
  await create(body);
  expect((await create(body)).body.error.type).toBe('upload_already_consumed');
});

test('422 for a used Idempotency-Key with another body', async () => {
  const again = { 'idempotency-key': 'a-key-used-for-two-bodies' };
  await create({ upload_id: await world.anUpload(customer) }, again);
  const answer = await create({ upload_id: await world.anUpload(customer) }, again);
  expect([answer.status, answer.body.error.type]).toEqual([422, 'idempotency_key_reused']);
});

test('429 for more requests a minute than a key may send', async () => {
  const busy = await world.aCustomer();
  for (let sent = 0; sent < 60; sent += 1) await create({}, {}, busy.test);
  const refused = await create({}, {}, busy.test);
  expect([refused.status, refused.body.error.type]).toEqual([429, 'rate_limit_exceeded']);
  expect(refused.headers.get('retry-after')).toBe('60');
});

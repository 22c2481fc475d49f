import { expect, test } from 'vitest';
import { invalidFields } from '#lib/platform/http/validation.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const url = 'https://receiver.example/';
const create = (fields: object = {}, headers: Record<string, string> = {}, as = customer.live) =>
  world.call('POST /v1/webhooks', { as, body: { url, ...fields }, headers });

test('201 is a webhook of the project and mode of the key, with its secret and its path', async () => {
  const live = await create();
  expect([live.status, live.headers.get('location')]).toEqual([201, `/v1/webhooks/${live.body.id}`]);
  expect(live.body).toMatchObject({
    project_id: customer.projectId,
    mode: 'live',
    url,
    status: 'enabled',
    secret: expect.stringMatching(/^whsec_/),
  });
  expect((await create({}, {}, customer.test)).body.mode).toBe('test');
});

test('201 without an address is the webhook that signs for the addresses of jobs', async () => {
  const answer = await world.call('POST /v1/webhooks', { as: customer.live, body: {} });
  expect([answer.status, answer.body.url]).toEqual([201, null]);
  expect((await world.call('POST /v1/webhooks', { as: customer.live, body: {} })).status).toBe(409);
});

test('201 again under the same Idempotency-Key is the same webhook without its secret', async () => {
  const key = { 'idempotency-key': 'a-key-of-its-own' };
  const first = await create({}, key);
  const second = await create({}, key);
  expect(second.body).toMatchObject({ id: first.body.id, secret: null });
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('400 for a URL that may not be called, which is not stored', async () => {
  const checkUrl = async (sent: string) => {
    throw invalidFields([{ path: 'url', rule: 'public_host', message: `Not ${sent}.` }]);
  };
  const by = await world.aCustomer();
  const { status, body } = await world.callWith({ checkUrl })('POST /v1/webhooks', {
    as: by.live,
    body: { url },
  });
  expect([status, body.error.message]).toEqual([400, `url: Not ${url}.`]);
  expect((await world.call('GET /v1/webhooks', { as: by.live })).body.data).toEqual([]);
});

test('400 for a project in the body, as the key has one', async () => {
  const { status, body } = await create({ project_id: customer.projectId });
  expect([status, body.error.details.fields]).toMatchObject([400, [{ path: 'project_id' }]]);
});

test('409 for more webhooks than a project may have, also of a project without an organization', async () => {
  const limits = { ...world.deps.limits, webhooksPerProject: 1 };
  const call = world.callWith({ limits });
  for (const as of [(await world.aCustomer()).live, await world.aKeyAlone()]) {
    const answers = [];
    for (let count = 0; count < 2; count += 1)
      answers.push((await call('POST /v1/webhooks', { as, body: { url } })).status);
    expect(answers).toEqual([201, 409]);
  }
});

test('409 for more webhooks than the projects of an organization may have together', async () => {
  const crowded = await world.aCustomer();
  const limits = { ...world.deps.limits, webhooksPerOrganization: 1 };
  await create({}, {}, crowded.test);
  const answer = await world.callWith({ limits })('POST /v1/webhooks', { as: crowded.live, body: { url } });
  expect([answer.status, answer.body.error.details.limit]).toEqual([409, 'webhooks_per_organization_max']);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aVisitor, type Visitor } from '../support/console.ts';
import { client, noSpeech, type Service, startService, spoken } from '../support/local-service.ts';

/** More than any test except the last sends. */
const perMinute = 90;
let service: Service;
let ada: Visitor;
beforeAll(async () => {
  const limits = { organizationsPerPerson: 1_000, consoleRequestsPerMinute: perMinute };
  service = await startService({ context: { limits: JSON.stringify(limits) } });
  ada = await aVisitor(service);
});
afterAll(() => service.stop());

test('a signed-in user gets their profile, and lists show new organizations and projects at once', async () => {
  const session = await ada.ask('GET', '/session');
  expect([session.status, session.body.user]).toEqual([200, ada.user]);
  const { organizationId, projectId } = await ada.newProject();
  const organizations = await ada.ask('GET', '/organizations');
  expect(organizations.body.data).toMatchObject([{ id: organizationId, role: 'owner' }]);
  const projects = await ada.ask('GET', `/organizations/${organizationId}/projects`);
  expect(projects.body.data).toMatchObject([{ id: projectId, organization_id: organizationId }]);
});

test('an API key works from its creation until its revocation', async () => {
  const { projectId } = await ada.newProject();
  const path = `/projects/${projectId}/api-keys`;
  const { body } = await ada.ask('POST', path, { name: 'server', mode: 'live' });
  const { call } = client(service.stack.baseUrl, body.secret);
  expect((await call('GET', '/v1/transcriptions')).status).toBe(200);
  expect((await ada.ask('DELETE', `${path}/${body.id}`)).status).toBe(204);
  expect((await call('GET', '/v1/transcriptions')).status).toBe(401);
  expect((await ada.ask('DELETE', `${path}/${body.id}`)).status).toBe(204);
});

test('of concurrent requests for more API keys than allowed, only those within the limit succeed', async () => {
  const { projectId } = await ada.newProject();
  const make = () => ada.ask('POST', `/projects/${projectId}/api-keys`, { name: 'server', mode: 'test' });
  await make();
  const statuses = (await Promise.all(Array.from({ length: 8 }, make))).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
});

describe('replayed create requests', () => {
  const again = async (path: string, body: object): Promise<any[]> => {
    const headers = { 'idempotency-key': `a key for ${path}` };
    const first = await ada.ask('POST', path, body, headers);
    const second = await ada.ask('POST', path, body, headers);
    const other = await ada.ask('POST', path, { ...body, name: 'another' }, headers);
    expect([first.status, second.status, other.status]).toEqual([201, 201, 422]);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    return [first.body, second.body];
  };

  test('a replayed create returns the same organization and the same project', async () => {
    const { organizationId } = await ada.newProject();
    for (const path of ['/organizations', `/organizations/${organizationId}/projects`]) {
      const [first, second] = await again(path, { name: 'Engines' });
      expect(second).toEqual(first);
    }
  });

  test('the same Idempotency-Key of another user creates another organization', async () => {
    const grace = await aVisitor(service);
    const headers = { 'idempotency-key': 'the same key for both' };
    const one = await ada.ask('POST', '/organizations', { name: 'Engines' }, headers);
    const other = await grace.ask('POST', '/organizations', { name: 'Engines' }, headers);
    expect(one.body.id).not.toBe(other.body.id);
  });
});

test.skipIf(noSpeech)('the playground transcribes without an API key and charges the project', async () => {
  const { projectId } = await ada.newProject();
  const path = `/projects/${projectId}`;
  const grant = await ada.ask('POST', `${path}/transcription-uploads`, { content_type: 'audio/ogg' });
  await service.post(grant.body, spoken(3, '-f', 'ogg'));
  const queued = await ada.ask('POST', `${path}/transcriptions`, { upload_id: grant.body.id });
  const ended = async (): Promise<any> => {
    const { body } = await ada.ask('GET', `${path}/transcriptions/${queued.body.id}?wait=25`);
    return ['queued', 'processing'].includes(body.status) ? ended() : body;
  };
  expect(await ended()).toMatchObject({
    status: 'completed',
    transcript: expect.stringMatching(/\w+ \w+/),
    billing: { status: 'charged', amount_usd: expect.stringMatching(/^0\.000[1-9]/) },
  });
  const { body } = await ada.ask('GET', `${path}/transcriptions`);
  expect(body.data).toMatchObject([{ id: queued.body.id }]);
});

test('a user may send as many requests per minute as the limit allows, and then gets 429 with Retry-After', async () => {
  const visitor = await aVisitor(service);
  const answers = await Promise.all(
    Array.from({ length: perMinute + 20 }, () => visitor.ask('GET', '/organizations')),
  );
  const admitted = answers.filter(({ status }) => status === 200);
  expect(admitted).toHaveLength(perMinute);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, headers, body } of refused) {
    expect([status, body.error.type]).toEqual([429, 'rate_limit_exceeded']);
    expect(headers.get('ratelimit-policy')).toBe(`"requests";q=${perMinute};w=60`);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  expect((await ada.ask('GET', '/session')).status).toBe(200);
});

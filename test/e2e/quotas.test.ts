import { afterAll, beforeAll, expect, test } from 'vitest';
import { aVisitor, type Visitor } from '../support/console.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { client, type Service, startService } from '../support/local-service.ts';

const limits = {
  requestsPerMinute: 7,
  unfinishedJobsPerProject: 1,
  unfinishedJobsPerOrganization: 2,
  organizationsPerPerson: 1,
  projectsPerOrganization: 2,
  webhooksPerProject: 1,
  webhooksPerOrganization: 2,
  webhookTestsPerMinute: 1,
};

let service: Service;
let origin: Origin;
let ada: Visitor;
let organizationId: string;
let first: string;
let second: string;
beforeAll(async () => {
  origin = await startOrigin();
  service = await startService({
    context: { limits: JSON.stringify(limits) },
    origins: [origin],
  });
  ada = await aVisitor(service);
  ({ organizationId, projectId: first } = await ada.newProject());
});
afterAll(async () => {
  origin.stop();
  await service.stop();
});

const refusal = (type: string, limit: string, max: number) => ({ error: { type, details: { limit, max } } });

test('the capabilities show the limits that the operator has set', async () => {
  const { body } = await service.call('GET', '/v1/capabilities');
  expect(body.limits).toMatchObject({
    rate_limit_requests: 7,
    console_rate_limit_requests: 240,
    unfinished_jobs_per_organization_max: 2,
    webhook_tests_max: 1,
  });
});

test('the limits of organizations per user and of projects per organization are enforced', async () => {
  const again = await ada.ask('POST', '/organizations', { name: 'Another' });
  expect([again.status, again.body]).toMatchObject([
    409,
    refusal('invalid_state', 'organizations_per_person_max', 1),
  ]);
  const make = () => ada.ask('POST', `/organizations/${organizationId}/projects`, { name: 'Another' });
  const made = await make();
  expect(made.status).toBe(201);
  second = made.body.id;
  const third = await make();
  expect([third.status, third.body]).toMatchObject([
    409,
    refusal('invalid_state', 'projects_per_organization_max', 2),
  ]);
});

test('the limits of unfinished jobs per project and per organization are enforced for live and test mode together', async () => {
  const audio_url = origin.answering(() => {});
  const queue = (project: string, mode: string, headers: object = {}) =>
    ada.ask('POST', `/projects/${project}/transcriptions?mode=${mode}`, { audio_url }, headers);
  const key = { 'idempotency-key': 'the first job of all' };
  const one = await queue(first, 'live', key);
  expect(one.status).toBe(202);
  const other = await queue(first, 'live');
  expect([other.status, other.headers.get('retry-after'), other.body]).toMatchObject([
    ...[429, '10', refusal('queue_limit_exceeded', 'unfinished_jobs_per_project_max', 1)],
  ]);
  expect((await queue(first, 'test')).status).toBe(202);
  const elsewhere = await queue(second, 'live');
  expect([elsewhere.status, elsewhere.body]).toMatchObject([
    429,
    refusal('queue_limit_exceeded', 'unfinished_jobs_per_organization_max', 2),
  ]);
  const replay = await queue(first, 'live', key);
  expect([replay.status, replay.headers.get('idempotent-replayed'), replay.body]).toEqual([
    ...[202, 'true', one.body],
  ]);
  const usage = await ada.ask('GET', `/projects/${second}/usage`);
  expect(usage.body.quotas).toEqual([
    { limit: 'unfinished_jobs_per_project_max', used: 0, max: 1 },
    { limit: 'unfinished_jobs_per_organization_max', used: 2, max: 2 },
    { limit: 'projects_per_organization_max', used: 2, max: 2 },
    { limit: 'webhooks_per_project_max', used: 0, max: 1 },
    { limit: 'webhooks_per_organization_max', used: 0, max: 2 },
  ]);
  await ada.ask('DELETE', `/projects/${first}/transcriptions/${one.body.id}`);
  expect((await queue(second, 'live')).status).toBe(202);
});

test('the limits of webhooks and of webhook tests are enforced, and deleting a webhook frees its place', async () => {
  const add = (project_id: string, mode: string) =>
    ada.ask('POST', '/webhooks', { project_id, mode, url: origin.url('/hook') });
  const { id } = (await add(first, 'live')).body;
  expect((await add(first, 'live')).body).toMatchObject(
    refusal('invalid_state', 'webhooks_per_project_max', 1),
  );
  expect((await add(first, 'test')).status).toBe(201);
  expect((await add(second, 'live')).body).toMatchObject(
    refusal('invalid_state', 'webhooks_per_organization_max', 2),
  );
  const path = (rest = '') => `/webhooks/${id}${rest}?project_id=${first}`;
  expect((await ada.ask('POST', path('/test'))).status).toBe(202);
  const again = await ada.ask('POST', path('/test'));
  expect([again.status, again.body.error.type]).toEqual([429, 'rate_limit_exceeded']);
  expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await ada.ask('DELETE', path())).status).toBe(204);
  expect((await add(second, 'live')).status).toBe(201);
});

test('the rate limit of an API key is enforced', async () => {
  const { body } = await ada.ask('POST', `/projects/${first}/api-keys`, { name: 'server', mode: 'live' });
  const { call } = client(service.stack.baseUrl, body.secret);
  const answers = await Promise.all(Array.from({ length: 12 }, () => call('GET', '/v1/files')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.requestsPerMinute);
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"requests";q=7;w=60');
});

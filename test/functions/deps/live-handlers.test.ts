import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { liveGetTranscription } from '#functions/deps/get-transcription.ts';
import { liveCreateSession } from '#functions/deps/realtime.ts';
import { type Route, routes } from '#functions/routes.ts';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import { limitsKey } from '#lib/domain/billing/keys.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { putUpload } from '#lib/domain/uploads/upload-repository.ts';
import { addDelivery } from '#lib/domain/webhooks/delivery-repository.ts';
import { newDelivery } from '#lib/domain/webhooks/delivery.ts';
import { type Webhook, webhookKey } from '#lib/domain/webhooks/webhook.ts';
import { sessionCookie } from '#lib/platform/http/cookies.ts';
import type { HttpHandler } from '#lib/platform/http/middleware/middleware.ts';
import { dayMs, later } from '#lib/platform/durations.ts';
import { randomId } from '#lib/platform/ids.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { type AwsCall, startAws } from '../../support/aws-server.ts';
import { httpEvent, lambdaContext } from '../../support/http-event.ts';
import { startTable } from '../../support/table.ts';
import { aPaidKey } from '../../support/paid-key.ts';
import { anUpload, aTranscription } from '../../support/transcription.ts';
import { Limits } from '#lib/platform/limits/limits.ts';

// Each limit differs from its default, so that a limit from no setting is detected.
const limits = {
  requestsPerMinute: 31,
  webhookTestsPerMinute: 2,
  organizationsPerPerson: 1,
  projectsPerOrganization: 1,
  waitsPerKey: 1,
  waitsPerOrganization: 3,
};
const pack = { price_id: 'price_live', kind: 'credit_pack', name: 'P', amount_usd: '9', credit_usd: '9' };

let database: Awaited<ReturnType<typeof startTable>>;
let aws: Awaited<ReturnType<typeof startAws>>;
let headers: Record<'api_key' | 'session', Record<string, string>>;
let cookie: string;
let tenant: Tenant;
let ids: Record<string, string> = {};
const calls: AwsCall[] = [];
const at = new Date();

type Ask = { readonly params?: object; readonly query?: Record<string, string>; readonly body?: object };

/** The response of a deployed function, with the headers that matter here. */
const ask = async (route: Route, { params = {}, query, body }: Ask = {}) => {
  const { file, audience } = routes[route];
  const known = { ...ids, ...params };
  const inPath = Object.entries(known).filter(([name]) => route.includes(`{${name}}`));
  const { handler }: { handler: HttpHandler } = await import(/* @vite-ignore */ `../../../functions/${file}`);
  const event = httpEvent({
    route,
    params: Object.fromEntries(inPath),
    headers: audience === 'public' ? {} : headers[audience],
    ...(query && { query }),
    ...(body && { body: JSON.stringify(body) }),
  });
  const reply = await handler(
    { ...event, ...(audience === 'session' && { cookies: [cookie] }) },
    lambdaContext,
  );
  const policy = reply.headers?.['ratelimit-policy'];
  return { status: reply.statusCode, policy, body: JSON.parse(reply.body ?? 'null') };
};

const organizations = 'POST /api/platform/v1/organizations';
const projects = `${organizations}/{organization_id}/projects` as const;
beforeAll(async () => {
  database = await startTable();
  aws = await startAws(database.serve, (call) => void calls.push(call));
  aws.objects.set('/audio/', '<DeleteResult/>');
  const settings = {
    AWS_ENDPOINT_URL: aws.url,
    TABLE_NAME: database.tableName,
    PREPAID: 'true',
    LIMITS: JSON.stringify(limits),
    CONSOLE_REQUESTS_PER_MINUTE: '71',
    RESULT_RETENTION_DAYS: '3',
    PRODUCTS: JSON.stringify([pack]),
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  for (const name of ['FETCH', 'SPLIT', 'WEBHOOK'])
    vi.stubEnv(`${name}_QUEUE_URL`, `${aws.url}/0/${name.toLowerCase()}`);
  // A function reads its settings when it is loaded.
  vi.resetModules();
  const user = { id: randomId('usr'), email: 'ada@example.com', name: 'Ada' };
  cookie = `${sessionCookie}=${await startSession(database.table, user, { now: at })}`;
  headers = { session: { 'sec-fetch-site': 'same-origin' }, api_key: {} };
  const name = { body: { name: 'Analytical Engines' } };
  const { id: organizationId } = (await ask(organizations, name)).body;
  ids = { organization_id: organizationId };
  const { id: projectId } = (await ask(projects, name)).body;
  ids = { ...ids, project_id: projectId };
  tenant = tenantOf(projectId, 'live');
  const deps = { table: database.table, now: () => at };
  const key = await aPaidKey(deps, { projectId, organizationId, mode: 'live' });
  headers.api_key = { authorization: `Bearer ${key}` };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.resetModules();
  await aws.stop();
});
beforeEach(() => void (calls.length = 0));

/** The buckets that were called. */
const bucketsCalled = () =>
  calls.filter(({ service }) => service === 's3').map(({ text }) => text.split(/[/?]/)[1]);

const anArrivedUpload = async () => {
  const times = { createdAt: at.toISOString(), uploadedAt: at.toISOString() };
  const upload = anUpload({ tenant, id: randomId('upl'), ...times });
  await putUpload(database.table, upload);
  return upload;
};
const aCompletedJob = async () => {
  const store = dynamoTranscriptionRepository(database.table, Limits.parse({}));
  const times = { createdAt: at.toISOString(), expiresAt: later(at, dayMs).toISOString() };
  const { id: uploadId } = await anArrivedUpload();
  const job = aTranscription({ tenant, id: randomId('ofq'), uploadId, ...times });
  await store.create(job, at);
  const claimed = await store.claim(job, at);
  const split =
    claimed && (await store.markSplit(claimed, { chunkCount: 0, audioMs: 1_200, channels: 1, now: at }));
  if (typeof split !== 'object') throw new Error('A queued job can be split.');
  await store.complete(split, { now: at, detectedLanguage: null, billedMicroUsd: 1 });
  return job.id;
};

test.each<[Route, number]>([
  ['GET /v1/files', limits.requestsPerMinute],
  ['GET /api/platform/v1/session', 71],
])('%s allows as many requests a minute as the settings say', async (route, perMinute) => {
  expect(await ask(route)).toMatchObject({ status: 200, policy: `"requests";q=${perMinute};w=60` });
});

test.each<Route>([
  'GET /v1/transcriptions/{transcription_id}/transcript',
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/transcript',
])('%s reads the bucket of the results', async (route) => {
  await ask(route, { params: { transcription_id: await aCompletedJob() } });
  expect(bucketsCalled()).toEqual(['results']);
});

test('a file is made of, and deleted with, an object of the bucket of the audio', async () => {
  const missing = anUpload({
    tenant,
    id: randomId('upl'),
    status: 'issued',
    expiresAt: later(at, dayMs).toISOString(),
  });
  await putUpload(database.table, missing);
  await ask('POST /v1/files', { body: { upload_id: missing.id } });
  expect(bucketsCalled()).toEqual(['audio']);
  calls.length = 0;
  const made = await ask('POST /v1/files', { body: { upload_id: (await anArrivedUpload()).id } });
  const deleted = await ask('DELETE /v1/files/{file_id}', { params: { file_id: made.body.id } });
  expect([made.status, deleted.status, bucketsCalled()]).toEqual([201, 204, ['audio', 'audio']]);
});

test('an upload is granted for the bucket of the audio', async () => {
  const body = { content_type: 'audio/mpeg', size_bytes: 5 };
  expect((await ask('POST /v1/transcription-uploads', { body })).body.upload_url).toBe(`${aws.url}/audio`);
});

test('a key and an organization may hold as many requests open as the settings say', async () => {
  const { beginWait } = liveGetTranscription(database.table);
  const waiter = { tenant, organizationId: randomId('org'), keyId: 'k' };
  const refusal = { type: 'concurrency_limit_exceeded' };
  await beginWait(waiter, 1_000);
  await expect(beginWait(waiter, 1_000)).rejects.toMatchObject(refusal);
  await beginWait({ ...waiter, keyId: 'second' }, 1_000);
  await beginWait({ ...waiter, keyId: 'third' }, 1_000);
  await expect(beginWait({ ...waiter, keyId: 'fourth' }, 1_000)).rejects.toMatchObject(refusal);
});

test('the capabilities are those of the settings', async () => {
  const { body } = await ask('GET /v1/capabilities');
  expect(body.limits).toMatchObject({
    webhook_tests_max: 2,
    organizations_per_person_max: 1,
    waits_per_key_max: 1,
    result_retention_days: 3,
  });
});

test('the products, and whether jobs need credit, are those of the settings', async () => {
  const { body } = await ask('GET /api/platform/v1/organizations/{organization_id}/billing');
  expect([body.prepaid, body.products]).toEqual([
    true,
    [expect.objectContaining({ price_id: 'price_live' })],
  ]);
});

test('an organization at its spend limit gets no realtime session', async () => {
  const { isOverLimit } = liveCreateSession(database.table);
  const organizationId = randomId('org');
  expect(await isOverLimit({ tenant, organizationId })).toBe(false);
  await database.table.putNew({ ...limitsKey(organizationId), limitMicroUsd: 0 });
  expect(await isOverLimit({ tenant, organizationId })).toBe(true);
});

test.each<[Route, string]>([
  [organizations, 'organizations_per_person_max'],
  [projects, 'projects_per_organization_max'],
])('%s makes as many as the settings say', async (route, limit) => {
  const { status, body } = await ask(route, { body: { name: 'Another' } });
  expect([status, body.error.details]).toEqual([409, { limit, max: 1 }]);
});

test('redeliveries and test events count towards the limit in the settings, and go to the queue of webhooks', async () => {
  const webhook: Webhook = {
    tenant,
    id: randomId('whk'),
    url: 'https://receiver.example/',
    events: ['transcription.completed'],
    description: '',
    status: 'enabled',
    disabledReason: null,
    secrets: [],
    rotations: 0,
    createdAt: at.toISOString(),
    fingerprint: 'f'.repeat(64),
  };
  await database.table.putNew({ ...webhook, ...webhookKey(webhook) });
  const event = {
    tenant,
    id: randomId('evt'),
    type: 'webhook.test',
    requestId: 'request-7',
    payload: '{}',
  } as const;
  const delivery = newDelivery({ ...event, createdAt: at.toISOString() }, webhook);
  await addDelivery(database.table, delivery, at);
  const about = {
    params: { webhook_id: webhook.id, delivery_id: delivery.id },
    query: { project_id: ids['project_id'] ?? '' },
  };
  const sendTest = () => ask('POST /api/platform/v1/webhooks/{webhook_id}/test', about);
  const redeliver = () =>
    ask('POST /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', about);
  expect([(await sendTest()).status, (await redeliver()).status]).toEqual([202, 202]);
  expect(calls.filter(({ text }) => text.includes('/0/webhook'))).toHaveLength(2);
  expect([(await sendTest()).status, (await redeliver()).status]).toEqual([429, 429]);
});

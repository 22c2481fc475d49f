import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatKey, generateKey, parseKey } from '#lib/domain/auth/api-key.ts';
import { asPage, aSession, aVisitor, type Visitor } from '../support/console.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { client, operatorTable, type Service, startService } from '../support/local-service.ts';
import { testFolder } from '../support/test-folder.ts';

const dataDir = testFolder();

let service: Service;
let receiver: Origin;
let visitor: Visitor;
let projectId: string;
beforeAll(async () => {
  receiver = await startOrigin();
  service = await startService({ dataDir, origins: [receiver] });
  visitor = await aVisitor(service);
  ({ projectId } = await visitor.newProject());
});
afterAll(async () => {
  receiver.stop();
  await service.stop();
});

type Line = Readonly<Record<string, unknown>>;

/** The log lines of all functions so far. */
const lines = (): Line[] =>
  readFileSync(join(dataDir, 'logs/functions.log'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(': {');
      return at < 0 ? [] : [JSON.parse(line.slice(at + 2))];
    });

/** Waits for the only log line of an event that has the request id of a response. */
const lineOf = async (event: string, { headers }: { headers: Headers }): Promise<Line> => {
  const requestId = headers.get('x-request-id');
  const found = () => lines().filter((line) => line['message'] === event && line['request_id'] === requestId);
  await expect.poll(found).toHaveLength(1);
  const [line = {}] = found();
  return line;
};

const address = expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/);
const byVisitor = () => ({ user_id: visitor.user.id, project_id: projectId, address });

describe('audit log of an API key', () => {
  let secret: string;
  let key: { api_key_id: string; key_id: string };

  test('creating an API key is logged with the user', async () => {
    const answer = await visitor.ask('POST', `/projects/${projectId}/api-keys`, {
      name: 'server',
      mode: 'live',
      expires_at: '2099-01-01T00:00:00.000Z',
    });
    ({ secret } = answer.body);
    key = { api_key_id: answer.body.id, key_id: parseKey(secret)?.id ?? '' };
    expect(await lineOf('key.created', answer)).toMatchObject({
      ...byVisitor(),
      ...key,
      mode: 'live',
      expires_at: '2099-01-01T00:00:00.000Z',
    });
  });

  test('the first use of an API key is logged, and every request is logged with the key', async () => {
    const { call } = client(service.stack.baseUrl, secret);
    const first = await call('GET', '/v1/transcriptions');
    const byKey = { key_id: key.key_id, project_id: projectId, address };
    expect(await lineOf('key.first_used', first)).toMatchObject(byKey);
    const second = await call('GET', '/v1/files');
    expect(await lineOf('request.answered', second)).toMatchObject({
      ...byKey,
      route: 'GET /v1/files',
      status: 200,
      duration_ms: expect.any(Number),
    });
    expect(lines().filter(({ message }) => message === 'key.first_used')).toHaveLength(1);
    const { body } = await visitor.ask('GET', `/projects/${projectId}/api-keys`);
    expect(body.data).toMatchObject([
      {
        created_by: { id: visitor.user.id, email: visitor.user.email },
        last_used_at: expect.stringMatching(/^20/),
        expires_at: '2099-01-01T00:00:00.000Z',
      },
    ]);
  });

  test('revoking an API key is logged with the user, and later requests are logged as refused', async () => {
    const answer = await visitor.ask('DELETE', `/projects/${projectId}/api-keys/${key.api_key_id}`);
    expect(await lineOf('key.revoked', answer)).toMatchObject({ ...byVisitor(), ...key });
    const refused = await client(service.stack.baseUrl, secret).call('GET', '/v1/files');
    expect(refused.status).toBe(401);
    expect(await lineOf('key.refused', refused)).toMatchObject({
      address,
      key_id: key.key_id,
      reason: 'revoked',
    });
    expect(JSON.stringify(lines())).not.toContain(secret.slice(-38));
  });
});

test('a request with an unknown API key is logged with its id', async () => {
  const unknown = generateKey('live');
  const refused = await client(service.stack.baseUrl, formatKey(unknown)).call('GET', '/v1/files');
  expect(await lineOf('key.refused', refused)).toMatchObject({
    address,
    key_id: unknown.id,
    reason: 'unknown',
  });
});

test('registering, changing, rotating and deleting a webhook is logged with the user', async () => {
  const of = `?project_id=${projectId}`;
  const url = receiver.url('/hook');
  const made = await visitor.ask('POST', '/webhooks', { project_id: projectId, url });
  const { id, secret } = made.body;
  const changed = await visitor.ask('PATCH', `/webhooks/${id}${of}`, { description: 'Production' });
  const rotated = await visitor.ask('POST', `/webhooks/${id}/rotate-secret${of}`);
  const deleted = await visitor.ask('DELETE', `/webhooks/${id}${of}`);
  const events = {
    'webhook.registered': made,
    'webhook.changed': changed,
    'webhook.secret_rotated': rotated,
    'webhook.deleted': deleted,
  };
  for (const [event, answer] of Object.entries(events))
    expect(await lineOf(event, answer)).toMatchObject({ ...byVisitor(), webhook_id: id });
  for (const word of [secret, rotated.body.secret, url, 'Production'])
    expect(JSON.stringify(lines())).not.toContain(word);
});

describe('refused requests', () => {
  const api = '/api/platform/v1';
  test('a request from a page of another site is logged with its address', async () => {
    const headers = {
      cookie: visitor.cookie,
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    };
    const { call } = client(service.stack.baseUrl, undefined);
    const refused = await call('POST', `${api}/organizations`, { headers, body: { name: 'x' } });
    expect(refused.status).toBe(403);
    expect(await lineOf('cross_site.refused', refused)).toMatchObject({ address });
    expect(JSON.stringify(lines())).not.toContain('evil.example');
  });

  test('an API key at the console and a session at the API are logged as permission.denied', async () => {
    const atConsole = await service.call('GET', `${api}/session`);
    expect(await lineOf('permission.denied', atConsole)).toMatchObject({ reason: 'api_key_at_console' });
    const { call } = client(service.stack.baseUrl, undefined);
    const atApi = await call('GET', '/v1/files', { headers: { cookie: visitor.cookie } });
    expect(await lineOf('permission.denied', atApi)).toMatchObject({ address, reason: 'session_at_api' });
  });

  test('a callback without a sign-in attempt is logged with its address', async () => {
    const { call } = client(service.stack.baseUrl, undefined);
    const response = await fetch(`${service.stack.baseUrl}${api}/sign-in/callback?code=x&state=y`, {
      redirect: 'manual',
    });
    expect(await lineOf('sign_in.refused', response)).toMatchObject({ address, reason: 'no_attempt' });
    expect((await call('GET', `${api}/session`)).status).toBe(401);
  });
});

test('signing out, and signing out everywhere, is logged with the user', async () => {
  const { call } = client(service.stack.baseUrl, undefined);
  const once = asPage(await aSession(operatorTable(service.stack), visitor.user));
  const out = await call('DELETE', '/api/platform/v1/session', { headers: once });
  const who = { user_id: visitor.user.id, address };
  expect(await lineOf('session.ended', out)).toMatchObject(who);
  const everywhere = await visitor.ask('DELETE', '/sessions');
  expect(await lineOf('sessions.ended', everywhere)).toMatchObject(who);
  expect((await visitor.ask('GET', '/session')).status).toBe(401);
});

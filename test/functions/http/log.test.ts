import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { AppError } from '#lib/platform/errors.ts';
import { apiKeyRoute } from '#functions/http/api-key.ts';
import { bareRoute } from '#functions/http/bare.ts';
import { sessionRoute } from '#functions/http/session.ts';
import { contract, json } from '#lib/platform/http/contract.ts';
import { log, addLogFields } from '#lib/platform/log.ts';
import { httpEvent, lambdaContext } from '../../support/http-event.ts';
import { noteContract } from '../../support/note-contract.ts';
import type { Caller } from '#lib/domain/auth/caller.ts';
import { watchLog } from '../../support/log-lines.ts';

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

const readContract = contract({ ...noteContract, success: json(200, z.object({}), {}) });
const origin = 'https://console.example';

const read = apiKeyRoute(
  {
    authenticate: async (authorization) => {
      if (authorization !== 'Bearer good') throw new AppError('unauthenticated', 'Send a key.');
      addLogFields({ key_id: 'AAAA', project_id: 'prj_a' });
      const caller: Caller = { tenant: 'prj_a.live', organizationId: null, keyId: 'AAAA' };
      return { caller, headers: {} };
    },
    contract: readContract,
  },
  async () => {
    log.info('upload.received');
    return {};
  },
);
const asKey = httpEvent({ headers: { authorization: 'Bearer good' } });

const where = {
  function_request_id: 'invocation-7',
  request_id: 'request-7',
  address: '203.0.113.9',
  forwarded_for: undefined,
};

test('every log line of a request carries its id, source address, key and project', async () => {
  await read(asKey, lambdaContext);
  const who = { ...where, key_id: 'AAAA', project_id: 'prj_a' };
  expect(watched.lines).toEqual([
    { ...who, event: 'upload.received' },
    {
      ...who,
      event: 'request.answered',
      route: 'GET /v1/notes',
      status: 200,
      duration_ms: expect.any(Number),
    },
  ]);
});

test('the caller of one request never appears on the lines of the next or of a concurrent one', async () => {
  await Promise.all([
    read(asKey, lambdaContext),
    read(httpEvent(), lambdaContext),
    read(asKey, lambdaContext),
  ]);
  await read(httpEvent(), lambdaContext);
  const refused = watched.of('request.answered').filter(({ status }) => status === 401);
  expect(refused).toHaveLength(2);
  for (const line of refused) expect(line).not.toHaveProperty('key_id');
});

test('a crash is logged with the id of its request', async () => {
  const crash = bareRoute(async () => {
    throw new Error('Down.');
  });
  await crash(httpEvent(), lambdaContext);
  expect(watched.lines).toMatchObject([
    { ...where, event: 'request.crashed' },
    { ...where, event: 'request.answered', status: 500 },
  ]);
});

describe('behind CloudFront', () => {
  test.each([
    ['198.51.100.7, 203.0.113.9', '198.51.100.7'],
    ['a lie, 2001:db8::7, 203.0.113.9', '2001:db8::7'],
    ['203.0.113.9', undefined],
    ['secret-word, 203.0.113.9', undefined],
  ])('behind CloudFront, X-Forwarded-For %j logs the viewer address %j', async (header, viewer) => {
    await read(httpEvent({ headers: { 'x-forwarded-for': header } }), lambdaContext);
    expect(watched.lines).toMatchObject([{ address: '203.0.113.9', forwarded_for: viewer }]);
  });
});

describe('refused requests in the log', () => {
  const countSession = async () => {
    throw new Error('The session was read.');
  };
  const access = { origin, countSession };
  const change = sessionRoute({ access, contract: readContract }, async () => ({}));

  test("a request from another site is logged, without that site's address", async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    await change(httpEvent({ route: 'POST /x', headers }), lambdaContext);
    expect(watched.lines[0]).toEqual({ ...where, event: 'cross_site.refused', route: 'POST /x' });
    expect(JSON.stringify(watched.lines)).not.toContain('evil.example');
  });

  test('a session sent to the API and an API key sent to the console are logged', async () => {
    await read({ ...httpEvent(), cookies: ['__Host-session=abc'] }, lambdaContext);
    await change(httpEvent({ headers: { authorization: 'Bearer es_live_x' } }), lambdaContext);
    expect(watched.of('permission.denied')).toEqual([
      { ...where, event: 'permission.denied', reason: 'session_at_api' },
      { ...where, event: 'permission.denied', reason: 'api_key_at_console' },
    ]);
    expect(JSON.stringify(watched.lines)).not.toMatch(/abc|es_live/);
  });
});

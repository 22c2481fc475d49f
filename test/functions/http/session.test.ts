import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Session } from '#lib/domain/auth/session.ts';
import { AppError } from '#lib/platform/errors.ts';
import { sessionChangeRoute, sessionCreateRoute, sessionRoute } from '#functions/http/session.ts';
import { changeContract, contract, createContract, empty, json } from '#lib/platform/http/contract.ts';
import { httpEvent, lambdaContext } from '../../support/http-event.ts';
import { noteContract } from '../../support/note-contract.ts';

const origin = 'https://console.example';
const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };
const createdAt = '2026-11-20T10:00:00.000Z';
const session: Session = { id: 's', user, createdAt, expiresAt: new Date() };
const page = { 'sec-fetch-site': 'same-origin' };
const signedIn = { cookies: ['__Host-session=s'] };
const Note = z.strictObject({ name: z.string() });
const body = { schema: Note, example: { name: 'x' } };

describe('an API key', () => {
  const countSession = async () => {
    throw new Error('The session was read.');
  };
  const read = sessionRoute(
    { access: { origin, countSession }, contract: contract({ ...noteContract, success: empty }) },
    async () => {},
  );
  test.each(['Bearer es_live_x', 'Basic eDp5', ''])(
    'an API key never opens the console (%j)',
    async (authorization) => {
      const event = { ...httpEvent({ headers: { authorization } }), cookies: ['__Host-session=abc'] };
      expect((await read(event, lambdaContext)).statusCode).toBe(403);
    },
  );
  test.each([[], ['__Host-session='], ['session=abc'], ['x__Host-session=abc']])(
    'the cookies %j do not open a session',
    async (...cookies) => {
      expect((await read({ ...httpEvent(), cookies }, lambdaContext)).statusCode).toBe(401);
    },
  );
});

test('every response to a signed-in person has the rate-limit headers, also a refusal', async () => {
  const headers = { ratelimit: 'some left' };
  const access = { origin, countSession: async () => ({ session, headers }) };
  const endpointOf = (answer: () => Promise<void>) =>
    sessionRoute({ access, contract: contract({ ...noteContract, success: empty }) }, answer);
  const done = endpointOf(async () => {});
  const refusing = endpointOf(async () => {
    throw new AppError('not_found', 'There is none.');
  });
  for (const [handler, status] of [
    [done, 204],
    [refusing, 404],
  ] as const)
    expect(await handler({ ...httpEvent({ route: 'GET /x' }), ...signedIn }, lambdaContext)).toMatchObject({
      statusCode: status,
      headers,
    });
});

describe('a body', () => {
  const access = { origin, countSession: async () => ({ session, headers: {} }) };
  const endpoints = {
    'no body': sessionRoute(
      { access, contract: contract({ ...noteContract, success: empty }) },
      async () => {},
    ),
    'a change': sessionChangeRoute(
      {
        access,
        contract: changeContract({ ...noteContract, body, success: json(200, Note, { name: 'x' }) }),
      },
      async (request) => request.body,
    ),
    'a creation': sessionCreateRoute(
      {
        access,
        contract: createContract({ ...noteContract, body, success: json(201, Note, { name: 'x' }) }),
      },
      async (request) => ({ value: request.body, replayed: false }),
    ),
  };
  test.each(Object.entries(endpoints))('a body that is not JSON gets 415: %s', async (name, handler) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
    ]) {
      const event = httpEvent({
        route: 'POST /x',
        headers: { ...page, 'content-type': type },
        body: '{"name":"x"}',
      });
      expect((await handler({ ...event, ...signedIn }, lambdaContext)).statusCode).toBe(415);
    }
    const read = name === 'no body' ? '{}' : '{"name":"x"}';
    const event = httpEvent({ route: 'POST /x', headers: page, body: read });
    expect((await handler({ ...event, ...signedIn }, lambdaContext)).statusCode).toBeLessThan(300);
  });
});

import { expect, test } from 'vitest';
import { createHandler } from '#functions/api/unmatched.ts';
import { answerOf } from '../../support/answer-of.ts';
import { httpEvent, lambdaContext } from '../../support/http-event.ts';

const handler = createHandler({ realtime: true });

test.each([
  ['DELETE', '/v1/transcription-uploads', 405, 'POST, OPTIONS'],
  ['OPTIONS', '/v1/transcription-uploads', 204, 'POST, OPTIONS'],
  ['HEAD', '/v1/files', 405, 'POST, GET, OPTIONS'],
  ['OPTIONS', '/v1/errors', 204, 'GET, HEAD, OPTIONS'],
])('%s %s is %i and lists the allowed methods', async (method, path, status, allow) => {
  const answer = await answerOf(handler, `${method} ${path}`);
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
});

test('OPTIONS of a public path, and of no other, lets a page of any origin ask for its headers', async () => {
  const options = await answerOf(handler, 'OPTIONS /v1/capabilities');
  expect(options.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
  expect(options.headers.get('access-control-allow-origin')).toBe('*');
  for (const other of ['/v1/files', '/api/platform/v1/organizations']) {
    const { headers } = await answerOf(handler, `OPTIONS ${other}`);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('HEAD of a page of the console that needs no session is 405', async () => {
  expect((await answerOf(handler, 'HEAD /api/platform/v1/sign-in')).status).toBe(405);
});

test('405 lists the allowed methods for programs too', async () => {
  const { text } = await answerOf(handler, 'DELETE /v1/files');
  expect(JSON.parse(text).error.details).toEqual({ allowed_methods: ['POST', 'GET'] });
});

test('501 for a capability that is not deployed', async () => {
  const without = createHandler({ realtime: false });
  for (const route of ['POST /v1/realtime/sessions', 'GET /v1/realtime/sessions/rts_1', 'PUT /v1/realtime']) {
    const { status, text } = await answerOf(without, route);
    expect([route, status, JSON.parse(text).error.type]).toEqual([route, 501, 'capability_unavailable']);
  }
});

test('405 for another method of a capability that is deployed', async () => {
  const { status } = await answerOf(handler, 'PUT /v1/realtime/sessions');
  expect(status).toBe(405);
});

test('404 for a path of a capability that is deployed, if it does not exist', async () => {
  expect((await answerOf(handler, 'GET /v1/realtime')).status).toBe(404);
});

test('404 for a method of the path that the gateway did not match, because a letter of it is encoded', async () => {
  // The event for POST /v1/transcription%2Duploads.
  const event = httpEvent({ route: 'POST /v1', path: '/v1/transcription-uploads' });
  expect((await handler(event, lambdaContext)).statusCode).toBe(404);
});

test.each(['GET', 'OPTIONS'])(
  '404 for %s of a path that does not exist, with where to read on',
  async (method) => {
    const { status, text } = await answerOf(handler, `${method} /v1/nothing`);
    expect(status).toBe(404);
    expect(text).toMatch(/\/v1\/openapi\.json .*\/docs/);
  },
);

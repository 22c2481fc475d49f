import { expect, test } from 'vitest';
import { handler } from '#functions/api/unmatched.ts';
import { answerOf } from '../../support/answer-of.ts';

test.each([
  ['DELETE', '/v1/transcription-uploads', 405, 'POST, OPTIONS'],
  ['OPTIONS', '/v1/transcription-uploads', 204, 'POST, OPTIONS'],
  ['HEAD', '/v1/errors', 405, 'GET, OPTIONS'],
])('%s %s is %i and lists the allowed methods', async (method, path, status, allow) => {
  const answer = await answerOf(handler, `${method} ${path}`);
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
});

test('405 lists the allowed methods for programs too', async () => {
  const { text } = await answerOf(handler, 'DELETE /v1/files');
  expect(JSON.parse(text).error.details).toEqual({ allowed_methods: ['POST', 'GET'] });
});

test('501 for a planned capability', async () => {
  const { status, text } = await answerOf(handler, 'POST /v1/realtime/sessions');
  expect([status, JSON.parse(text).error.type]).toEqual([501, 'capability_unavailable']);
});

test.each(['GET', 'OPTIONS'])('404 for %s of a path that does not exist', async (method) => {
  expect((await answerOf(handler, `${method} /v1/nothing`)).status).toBe(404);
});

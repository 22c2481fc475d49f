import { expect, test } from 'vitest';
import { handler as getErrors } from '#functions/api/errors/get.ts';
import { handler as getOpenApi } from '#functions/api/openapi/get.ts';
import { handler as unmatched } from '#functions/api/unmatched.ts';
import { speechModels } from '#lib/engines/models.ts';
import { describeCapabilities } from '#lib/about/capabilities.ts';
import { served } from '#functions/contracts.ts';
import { errorTypes, jobFailureTypes } from '#lib/errors.ts';
import { apiDocument } from '../support/api-document.ts';
import { answerOf } from '../support/answer-of.ts';

test('the document is served to anybody', async () => {
  const { status, headers, text } = await answerOf(getOpenApi, 'GET /v1/openapi.json');
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  expect(JSON.parse(text)).toEqual(apiDocument);
});

test('what routes serve is available, the rest is told as planned', () => {
  expect(describeCapabilities(served, speechModels['moonshine-tiny'], 30).capabilities).toMatchObject({
    uploads: 'available',
    transcriptions: 'available',
    audio_url: 'available',
    files: 'available',
    webhooks: 'planned',
  });
});

test('the page of errors has an anchor for each type, and may load and run nothing', async () => {
  const { headers, text } = await answerOf(getErrors, 'GET /v1/errors');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  const anchors = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(anchors)).toEqual(new Set([...errorTypes, ...jobFailureTypes.map((type) => `job-${type}`)]));
  expect(text).not.toMatch(/<script|<link|<img|style="|\bon\w+=/);
});

test.each([
  ['DELETE', '/v1/transcription-uploads', 405, 'POST, OPTIONS'],
  ['OPTIONS', '/v1/transcription-uploads', 204, 'POST, OPTIONS'],
  ['HEAD', '/v1/errors', 405, 'GET, OPTIONS'],
])('%s %s is %i and tells the methods', async (method, path, status, allow) => {
  const answer = await answerOf(unmatched, `${method} ${path}`);
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
});

test.each(['/v1/realtime/sessions', '/api/platform/v1/organizations'])(
  '%s is planned, and says so',
  async (path) => {
    const { status, text } = await answerOf(unmatched, `POST ${path}`);
    expect([status, JSON.parse(text).error.type]).toEqual([501, 'capability_unavailable']);
  },
);

test.each(['GET', 'OPTIONS'])('%s of a path that does not exist is 404', async (method) => {
  expect((await answerOf(unmatched, `${method} /v1/nothing`)).status).toBe(404);
});

import { describe, expect, test } from 'vitest';
import { handler as getErrors } from '#functions/api/errors/get.ts';
import { handler as getOpenApi } from '#functions/api/openapi/get.ts';
import { handler as unmatched } from '#functions/api/unmatched.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { describeCapabilities } from '#lib/domain/about/capabilities.ts';
import { served } from '#functions/contracts.ts';
import { errorTypes, jobFailureTypes } from '#lib/platform/errors.ts';
import { apiDocument } from '../support/api-document.ts';
import { answerOf } from '../support/answer-of.ts';

test('GET /v1/openapi.json needs no key', async () => {
  const { status, headers, text } = await answerOf(getOpenApi, 'GET /v1/openapi.json');
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  expect(JSON.parse(text)).toEqual(apiDocument);
});

test.each([
  [getErrors, 'GET /v1/errors'],
  [getOpenApi, 'GET /v1/openapi.json'],
])('a public route refuses an unknown query parameter', async (handler, route) => {
  const { status, headers, text } = await answerOf(handler, route, { x: '1' });
  expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
  expect(JSON.parse(text).error.details.fields).toMatchObject([{ path: 'x', rule: 'unknown_field' }]);
});

const deployed = {
  model: speechModels['moonshine-tiny'],
  translator: 'none',
  retentionDays: 30,
  limits: Limits.parse({}),
} as const;

test('capabilities lists what routes serve as available or preview', () => {
  expect(describeCapabilities(served, deployed).capabilities).toMatchObject({
    uploads: 'available',
    transcriptions: 'available',
    audio_url: 'available',
    files: 'available',
    webhooks: 'preview',
  });
});

describe('translation', () => {
  test('translation is planned without a translator, and each language pairs only with itself', () => {
    const { capabilities, translation } = describeCapabilities(served, deployed);
    expect(capabilities['translation']).toBe('planned');
    expect(translation).toEqual({
      translator: 'none',
      pairs: [{ source_languages: ['en'], target_languages: ['en'] }],
    });
  });

  test('translation is available with a translator, and languages with the same targets share an entry', () => {
    const model = { ...deployed.model, languages: ['en', 'de', 'yue'], translatesTo: ['en'] };
    const { capabilities, translation } = describeCapabilities(served, {
      ...deployed,
      ...{ model, translator: 'amazon-translate' },
    });
    expect(capabilities['translation']).toBe('available');
    expect(translation.pairs).toEqual([
      { source_languages: ['en', 'de'], target_languages: expect.arrayContaining(['de', 'en', 'zh-TW']) },
      { source_languages: ['yue'], target_languages: ['en', 'yue'] },
    ]);
  });
});

test('the page of errors has an anchor for each type, and its policy allows no script and no other resource', async () => {
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
])('%s %s is %i and lists the allowed methods', async (method, path, status, allow) => {
  const answer = await answerOf(unmatched, `${method} ${path}`);
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
});

test('a planned capability answers 501', async () => {
  const { status, text } = await answerOf(unmatched, 'POST /v1/realtime/sessions');
  expect([status, JSON.parse(text).error.type]).toEqual([501, 'capability_unavailable']);
});

test.each(['GET', 'OPTIONS'])('%s of a path that does not exist is 404', async (method) => {
  expect((await answerOf(unmatched, `${method} /v1/nothing`)).status).toBe(404);
});

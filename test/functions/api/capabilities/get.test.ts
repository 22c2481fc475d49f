import { expect, test } from 'vitest';
import { createHandler } from '#functions/api/capabilities/get.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import { answerOf } from '../../../support/answer-of.ts';

const get = createHandler({
  speech: offerOf(['moonshine-tiny']),
  translator: 'none',
  retentionDays: 7,
  limits: Limits.parse({ requestsPerMinute: 90 }),
  realtime: true,
});

test('200 describes this deployment without a key, and any cache may keep it', async () => {
  const { status, headers, text } = await answerOf(get, 'GET /v1/capabilities');
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  expect(JSON.parse(text)).toMatchObject({
    capabilities: { transcriptions: 'available', webhooks: 'preview' },
    languages: ['en'],
    translation: { translator: 'none' },
    limits: { result_retention_days: 7, rate_limit_requests: 90 },
  });
});

test('400 for an unknown query parameter, which no cache may keep', async () => {
  const { status, headers } = await answerOf(get, 'GET /v1/capabilities', { x: '1' });
  expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
});

import { expect, test } from 'vitest';
import { handler } from '#functions/api/openapi/get.ts';
import { answerOf } from '../../../support/answer-of.ts';
import { apiDocument } from '../../../support/api-document.ts';

test('200 is the document of the API at the address that was called, and any cache may keep it', async () => {
  const { status, headers, text } = await answerOf(handler, 'GET /v1/openapi.json');
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  expect(JSON.parse(text)).toEqual({ ...apiDocument, servers: [{ url: 'https://api.example' }] });
});

test('400 for an unknown query parameter, which no cache may keep', async () => {
  const { status, headers } = await answerOf(handler, 'GET /v1/openapi.json', { x: '1' });
  expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
});

import { expect, test } from 'vitest';
import { handler } from '#functions/api/errors/get.ts';
import { errorTypes, jobFailureTypes, streamErrorTypes } from '#lib/platform/errors.ts';
import { answerOf } from '../../../support/answer-of.ts';

test('200 is a page with an anchor for each type, by status, whose policy allows no script and no other resource', async () => {
  const { status, headers, text } = await answerOf(handler, 'GET /v1/errors');
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  const anchors = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(anchors)).toEqual(
    new Set([...errorTypes, ...streamErrorTypes, ...jobFailureTypes.map((type) => `job-${type}`)]),
  );
  const statuses = [...text.matchAll(/<span>(\d+)<\/span>/g)].map(([, shown]) => Number(shown));
  expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
  expect(text).not.toMatch(/<script|<link|<img|style="|\bon\w+=/);
});

test('400 for an unknown query parameter, which no cache may keep', async () => {
  const { status, headers, text } = await answerOf(handler, 'GET /v1/errors', { x: '1' });
  expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
  expect(JSON.parse(text).error.details.fields).toMatchObject([{ path: 'x', rule: 'unknown_field' }]);
});

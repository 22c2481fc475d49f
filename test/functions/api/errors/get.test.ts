import { expect, test } from 'vitest';
import { handler } from '#functions/api/errors/get.ts';
import { ErrorList } from '#lib/domain/about/error-list.ts';
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

test('the page of errors has its content in the main landmark, which screen readers go to', async () => {
  const { text } = await answerOf(handler, 'GET /v1/errors');
  expect(text).toMatch(/<body>\s*<main>[^]*<h1>[^]*<\/main>\s*<\/body>/);
});

test('200 is JSON for a program that accepts nothing else, with every type that the page has', async () => {
  const { headers, text } = await answerOf(handler, 'GET /v1/errors', {}, { accept: 'application/json' });
  expect([headers.get('content-type'), headers.get('vary')]).toEqual([
    'application/json; charset=utf-8',
    'accept',
  ]);
  const page = await answerOf(handler, 'GET /v1/errors', {}, { accept: 'text/html,application/json;q=0.9' });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const { data } = ErrorList.parse(JSON.parse(text));
  for (const { doc_url: url } of data) expect(page.text).toContain(`id="${url.split('#')[1]}"`);
  expect(data).toHaveLength(errorTypes.length + streamErrorTypes.length + jobFailureTypes.length);
  expect(data).toContainEqual(
    expect.objectContaining({
      of: 'request',
      type: 'rate_limit_exceeded',
      http_status: 429,
      retryable: true,
    }),
  );
  const download = expect.objectContaining({ of: 'job', type: 'audio_download_failed', retryable: null });
  expect(data).toContainEqual(download);
});

test('304 without a body for what the caller has, and the whole again once its ETag is another', async () => {
  const first = await answerOf(handler, 'GET /v1/errors');
  const etag = first.headers.get('etag') ?? '';
  const again = await answerOf(handler, 'GET /v1/errors', {}, { 'if-none-match': `"x", ${etag}` });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  const other = await answerOf(handler, 'GET /v1/errors', {}, { 'if-none-match': '"x"' });
  expect(other.text).toBe(first.text);
});

test('400 for an unknown query parameter, which no cache may keep', async () => {
  const { status, headers, text } = await answerOf(handler, 'GET /v1/errors', { x: '1' });
  expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
  expect(JSON.parse(text).error.details.fields).toMatchObject([{ path: 'x', rule: 'unknown_field' }]);
});

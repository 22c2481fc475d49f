import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Behavior } from '#local/cloudfront/from-template.ts';
import { serveDistribution } from '#local/cloudfront/serve.ts';
import { viewerFunction } from '#local/cloudfront/viewer-function.ts';
import { listen } from '../../support/listen.ts';

const api: RequestListener = (request, response) => {
  response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ url: request.url }));
};
const files = new Map([
  ['/index.html', { type: 'text/html; charset=utf-8', body: Buffer.from('<p>page') }],
  ['/docs/api.html', { type: 'text/html; charset=utf-8', body: Buffer.from('<p>API</p>'.repeat(500)) }],
  ['/docs/earshot.tgz', { type: 'application/gzip', body: Buffer.alloc(5_000) }],
  ['/assets/a.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from('1') }],
]);
const onlyRoot = viewerFunction(`function handler(event) {
  if (event.request.uri === '/') return event.request;
  return { statusCode: 404, headers: { 'content-type': { value: 'text/html' } }, body: 'nothing here' };
}`);
const behavior = (pattern: string, more: Partial<Behavior>): Behavior => ({
  pattern,
  to: 'files',
  headers: {},
  compresses: false,
  viewer: undefined,
  ...more,
});
const server = createServer(
  serveDistribution(
    {
      behaviors: [
        behavior('/assets/*', { headers: { 'cache-control': 'immutable' } }),
        behavior('/docs*', { compresses: true }),
        behavior('/api/*', { to: 'api', headers: { 'x-content-type-options': 'nosniff' } }),
        behavior('*', { headers: { 'content-security-policy': "default-src 'none'" }, viewer: onlyRoot }),
      ],
      root: '/index.html',
      files,
    },
    api,
  ),
);
let baseUrl = '';
beforeAll(async () => {
  baseUrl = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => server.close());

const ask = async (path: string, method = 'GET') => {
  const response = await fetch(baseUrl + path, { method });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('a page of a cached behavior is compressed for those who accept it, a package is not', async () => {
  const page = await ask('/docs/api.html');
  expect([page.headers.get('content-encoding'), page.text]).toEqual(['gzip', '<p>API</p>'.repeat(500)]);
  expect(Number(page.headers.get('content-length'))).toBeLessThan(500);
  const plain = await fetch(`${baseUrl}/docs/api.html`, { headers: { 'accept-encoding': 'identity' } });
  expect([plain.headers.get('content-encoding'), (await plain.text()).length]).toEqual([null, 5_000]);
  expect((await ask('/docs/earshot.tgz')).headers.get('content-encoding')).toBeNull();
});

test('the root shows the page with any query, and has the headers of its policy', async () => {
  const { status, headers, text } = await ask('/?checkout=completed');
  expect([status, text]).toEqual([200, '<p>page']);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test('an asset has the headers of its own cache behavior', async () => {
  const { headers, text } = await ask('/assets/a.js');
  expect([headers.get('cache-control'), headers.get('content-security-policy'), text]).toEqual([
    'immutable',
    null,
    '1',
  ]);
});

test('responses and errors of the API pass unchanged, with the headers of the policy added', async () => {
  const { status, headers, text } = await ask('/api/x?y=1', 'POST');
  expect([status, text]).toEqual([403, '{"url":"/api/x?y=1"}']);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.each(['/nothing', '/index.html', '/../secret', '/assets'])('the path %s answers 404', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404, text: 'nothing here' });
});

test.each([
  ['/', 'POST'],
  ['/assets/missing.js', 'GET'],
])('the path %s with the method %s answers 403, like the bucket', async (path, method) => {
  expect((await ask(path, method)).status).toBe(403);
});

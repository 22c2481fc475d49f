import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Listener } from '#local/ports.ts';

let listener: Listener;
beforeAll(async () => {
  listener = await listen(0);
  listener.serve((_request, response) => response.end('served'));
});
afterAll(() => listener.close());

const ask = (host: string) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const outgoing = request(listener.url, { method: 'POST', headers: { host } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    outgoing.on('error', reject).end('a body');
  });

test.each([
  '127.0.0.1:8787',
  '127.0.0.1',
  '127.8.9.10',
  'localhost:8787',
  'LOCALHOST',
  '[::1]:8787',
  'bucket.localhost',
])('a request with the host %s is served, because it is this machine', async (host) => {
  expect(await ask(host)).toEqual({ status: 200, body: 'served' });
});

test.each([
  'evil.example',
  'evil.example:8787',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.localhost.example',
  'notlocalhost',
  '10.0.0.1',
  '127.0.0.1, evil.example',
])('a request with the host "%s" is refused, as a protection against DNS rebinding', async (host) => {
  const { status, body } = await ask(host);
  expect(status).toBe(421);
  expect(JSON.parse(body)).toEqual({ message: expect.stringContaining('localhost') });
});

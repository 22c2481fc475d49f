import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { safeFetch } from '#lib/platform/net/safe-fetch.ts';
import { selfSigned } from '../../../support/certificate.ts';
import {
  aGet,
  fetchDeps,
  fetchWhole,
  originName,
  startOrigin,
  whole,
} from '../../../support/https-origin.ts';
import { watchSockets } from '../../../support/watch-sockets.ts';
import { listen } from '../../../support/listen.ts';

const origin = await startOrigin();
afterAll(() => origin.stop());

test('an abort before the request, in the head or in the body ends the fetch and its connection', async () => {
  const aborted = { kind: 'aborted' };
  await expect(origin.read(origin.url('/'), { signal: AbortSignal.abort() })).rejects.toMatchObject(aborted);

  const inHead = new AbortController();
  const url = origin.answering(() => inHead.abort());
  await expect(origin.read(url, { signal: inHead.signal })).rejects.toMatchObject(aborted);

  const inBody = new AbortController();
  const endless = origin.endless('/endless');
  const endlessly = aGet(endless.url, { maxBytes: 1e9, signal: inBody.signal });
  const { body } = await safeFetch(fetchDeps([origin.allowed]), endlessly);
  inBody.abort();
  await setImmediate();
  await expect(body.toArray()).rejects.toMatchObject(aborted);
  await endless.lost;
});

test('a reader that stops early ends the connection', async () => {
  const { url, lost } = origin.endless('/endless');
  const { body } = await safeFetch(fetchDeps([origin.allowed]), aGet(url, { maxBytes: 1e9 }));
  body.destroy();
  await lost;
});

test('a broken body fails a reader that starts late', async () => {
  const url = origin.answering((_, _response, raw) =>
    raw.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nnot a number\r\n'),
  );
  await expect(origin.read(url)).rejects.toMatchObject({ name: 'FetchFailure' });
});

test('a closed connection is transient, a response that is not HTTP is permanent', async () => {
  const url = origin.answering((_, _response, raw) => raw.destroy());
  await expect(origin.read(url)).rejects.toMatchObject({ kind: 'interrupted', transient: true });
  origin.answering((_, _response, raw) => raw.end('SSH-2.0-OpenSSH\r\n'));
  await expect(origin.read(url)).rejects.toMatchObject({ kind: 'bad_response', transient: false });
});

test('a refused connection is transient', async () => {
  const closed = await startOrigin();
  closed.stop();
  const fetched = fetchWhole([closed.allowed], closed.url('/'));
  await expect(fetched).rejects.toMatchObject({ kind: 'connect', transient: true });
});

test('addresses that never answer leave time for the others of their name', async () => {
  const silent = ['127.0.0.9', '127.0.0.8'];
  const sockets = watchSockets(origin.allowed.port, silent);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    sockets.stop();
  });
  const { address: _, ...allowed } = origin.allowed;
  const deps = { ...fetchDeps([allowed]), resolve: async () => [...silent, '127.0.0.1'] };
  const url = origin.answering((_request, response) => response.end('audio'));
  const fetched = safeFetch(deps, aGet(url)).then(whole);
  for (let turn = 0; turn < silent.length; turn += 1) await vi.advanceTimersByTimeAsync(1_500);
  expect((await fetched).toString()).toBe('audio');
  expect(sockets.opened).toEqual([...silent, '127.0.0.1']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a connection that is reset in the TLS handshake is transient', async () => {
  const server = createServer((socket) => void socket.once('data', () => socket.resetAndDestroy()));
  const port = await listen(server);
  const fetched = fetchWhole([{ ...origin.allowed, port }], `https://${originName}:${port}/`);
  await expect(fetched).rejects.toMatchObject({ kind: 'connect', transient: true });
  server.close();
  await once(server, 'close');
});

test.each([
  ['ENOTFOUND', false],
  ['EAI_AGAIN', true],
  // Resolvers return EINVAL for invalid names, such as a name with a label of more than 63 characters.
  ['EINVAL', false],
])('the DNS error %s is transient: %s', async (code, transient) => {
  const resolve = () => Promise.reject(Object.assign(new Error('no'), { code }));
  const fetched = safeFetch({ ...fetchDeps([]), resolve }, aGet('https://x.example/'));
  await expect(fetched).rejects.toMatchObject({ kind: 'dns', transient });
});

test.each([
  ['for another name', selfSigned('other.test'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that has expired', selfSigned(originName, new Date(0)), 'CERT_HAS_EXPIRED'],
])('a certificate %s is refused permanently, before anything is sent', async (_, certificate, code) => {
  const server = await startOrigin(certificate);
  const fetched = fetchWhole([server.allowed], server.url('/'));
  await expect(fetched).rejects.toMatchObject({
    kind: 'tls',
    transient: false,
    message: expect.stringContaining(code),
  });
  expect(server.requests).toEqual([]);
  server.stop();
});

test('a certificate of an untrusted authority is refused', async () => {
  const { ca: _, ...allowed } = origin.allowed;
  await expect(fetchWhole([allowed], origin.url('/'))).rejects.toMatchObject({ kind: 'tls' });
});

test('no failure message reveals more of the URL than its host', async () => {
  const path = '/audio/secret-path?X-Amz-Signature=secret-query#secret-fragment';
  const urls = [
    `${origin.answering(() => {})}/secret-path?secret-query`,
    `https://secret-user:secret-word@${originName}${path}`,
    `http://${originName}${path}`,
    `https://${originName}:99999${path}`,
    `https://127.0.0.1${path}`,
    `https://unknown.example${path}`,
  ];
  for (const url of urls) {
    const failure = await origin.read(url, { maxBytes: -1 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'FetchFailure' });
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('secret');
  }
});

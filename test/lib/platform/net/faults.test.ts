import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { safeFetch } from '#lib/platform/net/safe-fetch.ts';
import { selfSigned } from '../../../support/certificate.ts';
import {
  aGet,
  fetchDeps,
  fetchWhole,
  originName,
  startOrigin,
  type Origin,
} from '../../../support/https-origin.ts';

let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin();
});
afterAll(() => origin.stop());

test('the signal stops it before, in the head and in the body, and the connection with it', async () => {
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

test('a reader that stops reading ends the connection', async () => {
  const { url, lost } = origin.endless('/endless');
  const { body } = await safeFetch(fetchDeps([origin.allowed]), aGet(url, { maxBytes: 1e9 }));
  body.destroy();
  await lost;
});

test('what breaks before anyone reads is told to whoever reads later', async () => {
  const url = origin.answering((_, _response, raw) =>
    raw.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nnot a number\r\n'),
  );
  await expect(origin.read(url)).rejects.toMatchObject({ name: 'FetchFailure' });
});

test('a connection that closes instead of answering is a passing fault, what is no HTTP a lasting one', async () => {
  const url = origin.answering((_, _response, raw) => raw.destroy());
  await expect(origin.read(url)).rejects.toMatchObject({ kind: 'interrupted', transient: true });
  origin.answering((_, _response, raw) => raw.end('SSH-2.0-OpenSSH\r\n'));
  await expect(origin.read(url)).rejects.toMatchObject({ kind: 'bad_response', transient: false });
});

test('a port where nobody listens is a passing fault', async () => {
  const closed = await startOrigin();
  closed.stop();
  const fetched = fetchWhole([closed.allowed], closed.url('/'));
  await expect(fetched).rejects.toMatchObject({ kind: 'connect', transient: true });
});

test.each([
  ['ENOTFOUND', false],
  ['EAI_AGAIN', true],
  // Of a name that can be none, such as one with a part of more than 63 characters.
  ['EINVAL', false],
])('a name that DNS answers with %s', async (code, transient) => {
  const resolve = () => Promise.reject(Object.assign(new Error('no'), { code }));
  const { signal } = new AbortController();
  const request = {
    url: 'https://x.example/',
    method: 'GET',
    maxBytes: 1,
    totalMs: 5_000,
    signal,
  } as const;
  const fetched = safeFetch({ ...fetchDeps([]), resolve }, request);
  await expect(fetched).rejects.toMatchObject({ kind: 'dns', transient });
});

test.each([
  ['for another name', selfSigned('other.test'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that has expired', selfSigned(originName, new Date(0)), 'CERT_HAS_EXPIRED'],
])('a certificate %s is refused for good, before anything is sent', async (_, certificate, code) => {
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

test('a certificate of an authority that nobody trusts is refused', async () => {
  const { ca: _, ...allowed } = origin.allowed;
  await expect(fetchWhole([allowed], origin.url('/'))).rejects.toMatchObject({ kind: 'tls' });
});

test('no failure tells more of the URL than its host', async () => {
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

import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isPublicAddress } from '#lib/platform/net/public-address.ts';
import { safeFetch, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { fetchDeps } from '../../../support/https-origin.ts';
import { watchSockets } from '../../../support/watch-sockets.ts';
import { literals, privateAnswers, publicAnswers } from './ssrf-vectors.ts';
import { listen } from '../../../support/listen.ts';

let sockets = watchSockets();
beforeEach(() => {
  sockets.stop();
  sockets = watchSockets();
});
afterEach(() => sockets.stop());

const fetchWith = (resolve: SafeFetchDeps['resolve'], url: string) =>
  safeFetch({ ...fetchDeps([]), resolve }, { url, method: 'GET', maxBytes: 1000, totalMs: 5_000 });

const own = new Set(['localhost', 'printer.localhost', '127.0.0.1.nip.example']);
const honestly = async (name: string) => (own.has(name) ? ['127.0.0.1', '::1'] : ['93.184.215.14']);

test('an address is classified as public or private', () => {
  expect(privateAnswers.filter(isPublicAddress)).toEqual([]);
  expect(publicAnswers.filter((address) => !isPublicAddress(address))).toEqual([]);
});

describe('private targets', () => {
  const refused = /^(?:invalid_url|unsupported_scheme|blocked_address)$/;

  test.each(literals)('no connection is opened for %j', async (url) => {
    const failure = await fetchWith(honestly, url).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: expect.stringMatching(refused), transient: false });
    expect(sockets.opened).toEqual([]);
  });

  test.each(privateAnswers)('no connection is opened for a name that resolves to %j', async (address) => {
    for (const answers of [[address], [address, '8.8.8.8'], ['8.8.8.8', '2606:4700:4700::1111', address]]) {
      const fetched = fetchWith(async () => answers, 'https://public.example/');
      await expect(fetched).rejects.toMatchObject({ kind: 'blocked_address', host: 'public.example' });
    }
    expect(sockets.opened).toEqual([]);
  });
});

test('a name is resolved once, and the socket connects to the address that was checked', async () => {
  const lookups: string[] = [];
  const resolve = async (name: string) => {
    lookups.push(name);
    return ['2606:4700:4700::1111', '8.8.8.8', '8.8.4.4'];
  };
  const fetched = fetchWith(resolve, 'https://Public.Example/a?secret=1');
  await expect(fetched).rejects.toMatchObject({ kind: 'connect', transient: true });
  expect(lookups).toEqual(['public.example']);
  expect(sockets.opened).toEqual(['8.8.8.8', '8.8.4.4', '2606:4700:4700::1111']);
});

test.each([
  ['alternating public and private addresses', (n: number) => [n % 2 === 0 ? '8.8.8.8' : '127.0.0.1']],
  ['a private address only at the second lookup', (n: number) => [n === 1 ? '169.254.169.254' : '8.8.8.8']],
  ['both kinds, in changing order', (n: number) => (n % 2 === 0 ? ['8.8.8.8', '::1'] : ['::1', '8.8.8.8'])],
])(
  'a hundred fetches of a name that resolves to %s never connect to a private address',
  async (_, answer) => {
    let lookups = 0;
    for (let trial = 0; trial < 100; trial += 1) {
      await fetchWith(async () => answer(lookups++), 'https://rebound.example/').catch(() => {});
    }
    expect(lookups).toBe(100);
    expect(sockets.opened.filter((address) => !isPublicAddress(address))).toEqual([]);
  },
);

test('a socket that still reaches a private address is closed before a byte is sent', async () => {
  const received: Buffer[] = [];
  const server = createServer((socket) =>
    socket.on('data', (bytes) => received.push(bytes)).on('error', () => {}),
  );
  sockets.stop();
  sockets = watchSockets(await listen(server));
  const accepted = once(server, 'connection');
  const fetched = fetchWith(async () => ['8.8.8.8'], 'https://public.example/');
  await expect(fetched).rejects.toMatchObject({ kind: 'blocked_address' });
  const [socket] = await accepted;
  if (!socket.closed) await once(socket, 'close');
  expect(sockets.opened).toEqual(['8.8.8.8']);
  expect(received).toEqual([]);
  server.close();
});

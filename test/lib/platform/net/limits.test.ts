import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { safeFetch } from '#lib/platform/net/safe-fetch.ts';
import {
  aGet,
  fetchDeps,
  fetchWhole,
  originName,
  startOrigin,
  whole,
  type Answer,
} from '../../../support/https-origin.ts';
import { listen } from '../../../support/listen.ts';

const origin = await startOrigin();
afterAll(() => origin.stop());

describe('size', () => {
  test('an endless response ends at the size cap, and so does its connection', async () => {
    const { url, lost } = origin.endless('/audio');
    await expect(origin.read(url)).rejects.toMatchObject({ kind: 'too_large', transient: false });
    await lost;
  });

  test('exactly the maximum number of bytes arrives; one more fails', async () => {
    const url = origin.answering((_, response) => response.end(Buffer.alloc(1000, 7)));
    expect(await origin.read(url, { maxBytes: 1000 })).toEqual(Buffer.alloc(1000, 7));
    await expect(origin.read(url, { maxBytes: 999 })).rejects.toMatchObject({ kind: 'too_large' });
  });

  test('a Content-Length over the cap is refused before any of the body is read', async () => {
    const url = origin.answering((_, response) =>
      response.writeHead(200, { 'content-length': '1000001' }).flushHeaders(),
    );
    await expect(origin.read(url)).rejects.toMatchObject({ kind: 'too_large' });
  });

  test('a body shorter than its Content-Length fails, and bytes beyond it are not read', async () => {
    const url = origin.answering((_, _response, raw) =>
      raw.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort'),
    );
    await expect(origin.read(url)).rejects.toMatchObject({ kind: 'interrupted', transient: true });
    origin.answering((_, _response, raw) =>
      raw.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nshort and more'),
    );
    expect((await origin.read(url)).toString()).toBe('short');
  });

  test('an empty body is a valid response', async () => {
    expect(await origin.read(origin.answering((_, response) => response.end()))).toEqual(Buffer.alloc(0));
  });

  const headed = (head: string): string =>
    origin.answering((_, _response, raw) =>
      raw.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n5\r\naudio\r\n0\r\n\r\n`),
    );
  const chunked = 'transfer-encoding: chunked';

  test('a compressed response is refused unread, so that it cannot inflate', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const url = origin.answering((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    await expect(origin.read(url)).rejects.toMatchObject({ kind: 'encoding', transient: false });
  });

  test.each(['GZip', 'x-gzip', 'identity, br', 'zstd,aws-chunked', 'deflate', 'compress'])(
    'the compression %s is refused',
    async (encoding) => {
      const url = headed(`content-encoding: ${encoding}\r\n${chunked}`);
      await expect(origin.read(url)).rejects.toMatchObject({ kind: 'encoding' });
    },
  );

  test('a compression of the transfer is refused', async () => {
    const url = headed('transfer-encoding: GZIP, chunked');
    await expect(origin.read(url)).rejects.toMatchObject({ kind: 'encoding' });
  });

  // Amazon S3 stores an empty encoding for uploads in chunks, and some S3-compatible stores keep aws-chunked itself.
  test.each(['', 'aws-chunked', 'Identity', 'identity, aws-chunked', 'none', 'UTF-8'])(
    'plain bytes arrive under the content encoding %j, which is no compression',
    async (encoding) => {
      const url = headed(`content-encoding: ${encoding}\r\n${chunked}`);
      expect((await origin.read(url)).toString()).toBe('audio');
    },
  );

  test('plain chunks arrive however the server writes their transfer encoding', async () => {
    expect((await origin.read(headed('transfer-encoding: Chunked'))).toString()).toBe('audio');
  });
});

describe('timeouts', () => {
  afterEach(() => void vi.useRealTimers());
  const late = { kind: 'timeout', host: originName, transient: true };

  const unreached = { kind: 'connect', host: originName, message: expect.stringContaining('ETIMEDOUT') };

  test('a name that never resolves counts as a host that cannot be reached', async () => {
    const deps = { ...fetchDeps([], { connectMs: 20 }), resolve: () => new Promise<never>(() => {}) };
    const fetched = safeFetch(deps, aGet(`https://${originName}/`));
    await expect(fetched).rejects.toMatchObject(unreached);
  });

  test('a host whose TLS handshake never ends cannot be reached', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).resume());
    const port = await listen(server);
    const connection = once(server, 'connection');
    const allow = [{ ...origin.allowed, port }];
    const fetched = fetchWhole(allow, `https://${originName}:${port}/`, { connectMs: 50 });
    await expect(fetched).rejects.toMatchObject(unreached);
    const [socket] = await connection;
    if (!socket.closed) await once(socket, 'close');
    server.close();
  });

  test('a response that never begins, or whose head never ends, times out', async () => {
    await expect(
      origin.read(
        origin.answering(() => {}),
        { firstByteMs: 50 },
      ),
    ).rejects.toMatchObject(late);
    const url = origin.answering((_, _response, raw) => void raw.write('HTTP/1.1 200 OK\r\nx-a: '));
    await expect(origin.read(url, { firstByteMs: 50 })).rejects.toMatchObject(late);
  });

  test('a body that stalls midway times out', async () => {
    const url = origin.answering((_, response) => response.write('some'));
    await expect(origin.read(url, { idleMs: 50 })).rejects.toMatchObject(late);
  });

  test('a body that trickles without end times out', async () => {
    const url = origin.answering((_, response) => {
      const drip = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drip));
    });
    await expect(origin.read(url, { idleMs: 5_000, totalMs: 150 })).rejects.toMatchObject(late);
  });

  test('no timer is left after a body was read or a fetch failed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await origin.read(origin.answering((_, response) => response.end('audio')));
    await expect(origin.read('https://127.0.0.1/')).rejects.toMatchObject({ kind: 'blocked_address' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a reader slower than the idle limit is not mistaken for a stalled sender', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const url = origin.answering((_, response) => response.end(Buffer.alloc(3_000_000)));
    const response = await safeFetch(
      fetchDeps([origin.allowed], { idleMs: 1000 }),
      aGet(url, { maxBytes: 3_000_000 }),
    );
    response.body.read(0);
    while (response.body.readableLength < response.body.readableHighWaterMark) await setImmediate();
    vi.advanceTimersByTime(5000);
    expect((await whole(response)).length).toBe(3_000_000);
  });
});

const unended =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).write('some');

test.each<[string, Answer]>([
  ['that was redirected', unended(302, { location: '/audio' })],
  ['of a response that is too large', unended(200, { 'content-length': '1000001' })],
  ['of a compressed response', unended(200, { 'content-encoding': 'gzip' })],
  ['that is never answered', () => {}],
])('a server cannot keep the connection of a fetch %s', async (_, answer) => {
  const lost = Promise.withResolvers<void>();
  const url = origin.answering((request, response, raw) => {
    raw.on('close', lost.resolve);
    answer(request, response, raw);
  });
  await expect(origin.read(url, { firstByteMs: 50 })).rejects.toMatchObject({ name: 'FetchFailure' });
  await lost.promise;
});

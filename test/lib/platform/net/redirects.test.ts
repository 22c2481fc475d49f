import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { safeFetch, type SafeRequest } from '#lib/platform/net/safe-fetch.ts';
import { aGet, fetchDeps, startOrigin, whole, type Origin } from '../../../support/https-origin.ts';
import { watchSockets } from '../../../support/watch-sockets.ts';
import { parseTarget, redirectTarget } from '#lib/platform/net/target.ts';
import { literals } from './ssrf-vectors.ts';

let origin: Origin;
let other: Origin;
beforeAll(async () => {
  origin = await startOrigin();
  other = await startOrigin();
});
beforeEach(() => {
  origin.requests.length = 0;
  other.requests.length = 0;
});
afterAll(() => {
  origin.stop();
  other.stop();
});

const fetchFrom = (url: string, more: Partial<SafeRequest> = {}) => {
  const deps = { ...fetchDeps([origin.allowed, other.allowed]), resolve: async () => ['127.0.0.1'] };
  return safeFetch(deps, aGet(url, more));
};

/** The form in which Node returns UTF-8 of a header. */
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

const redirecting = (path: string, location: string, status = 302): string =>
  origin.on(path, (_, response) => response.writeHead(status, { location }).end('Moved.'));

test.each([301, 302, 303, 307, 308])(
  'a %i is followed, also to another origin and by a relative address',
  async (status) => {
    const end = other.on('/end', (_, response) => response.end('audio'));
    redirecting('/b/hop', end, status);
    const answer = await fetchFrom(redirecting('/start', 'b/hop?x=1', status));
    expect([answer.status, (await whole(answer)).toString()]).toEqual([200, 'audio']);
  },
);

test('ten redirects are followed, as the links of podcasts need, the eleventh is not', async () => {
  for (let hop = 0; hop < 11; hop += 1) redirecting(`/${hop}`, `/${hop + 1}`);
  origin.on('/11', (_, response) => response.end('audio'));
  expect((await fetchFrom(origin.url('/1'))).status).toBe(200);
  await expect(fetchFrom(origin.url('/0'))).rejects.toMatchObject({ kind: 'too_many_redirects' });
  await expect(fetchFrom(redirecting('/loop', '/loop'))).rejects.toMatchObject({
    kind: 'too_many_redirects',
  });
});

describe('redirects to other schemes and private addresses', () => {
  // Without two slashes, these are relative URLs that stay on the origin.
  const relative = ['/etc/passwd', 'not a url', 'https:127.0.0.1/', 'https:/127.0.0.1/'];
  const away = literals.filter((url) => !relative.includes(url));

  // Non-ASCII digits differ between UTF-8 and Latin-1.
  test.each(away)('no further connection is opened by a redirect to %j', async (location) => {
    for (const encoding of ['latin1', 'utf8'] as const) {
      // Writes raw bytes, because Node's server refuses to send some of these locations.
      const url = origin.on('/away', (_request, _response, raw) =>
        raw.end(`HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`, encoding),
      );
      const before = watchSockets(origin.allowed.port);
      const failure = await fetchFrom(url).catch((error: unknown) => error);
      before.stop();
      expect(failure).toMatchObject({
        kind: expect.stringMatching(/^(?:bad_redirect|blocked_address|bad_response)$/),
        transient: false,
      });
      expect(before.opened).toEqual(['127.0.0.1']);
    }
  });
});

test.each<[string, BufferEncoding, string]>([
  ['my file.ogg?of=my friend', 'utf8', '/my%20file.ogg?of=my%20friend'],
  ['été.ogg', 'utf8', '/%C3%A9t%C3%A9.ogg'],
  ['été.ogg', 'latin1', '/%E9t%E9.ogg'],
  ['%C3%A9t%C3%A9%20.ogg', 'utf8', '/%C3%A9t%C3%A9%20.ogg'],
])('a redirect to %j in %s asks for these very bytes', async (location, encoding, path) => {
  const url = origin.on('/named', (_request, _response, raw) =>
    raw.end(`HTTP/1.1 302 Found\r\nlocation: /${location}\r\ncontent-length: 0\r\n\r\n`, encoding),
  );
  (await fetchFrom(url)).body.destroy();
  expect(origin.requests.map((request) => request.url)).toEqual(['/named', path]);
});

test('a redirect to a host in letters of its language reaches that host', () => {
  const { host } = redirectTarget(
    parseTarget('https://audio.test/', []),
    latin1('https://bücher.example/'),
    [],
  );
  expect(host).toBe('xn--bcher-kva.example');
});

test('a redirect to a private address names the host that redirects, whose URL the customer knows', async () => {
  await expect(fetchFrom(redirecting('/inward', 'https://10.0.0.1/'))).rejects.toMatchObject({
    kind: 'blocked_address',
    host: '10.0.0.1',
    message: 'audio.test redirects to 10.0.0.1, which is not on the public internet.',
  });
});

const longLabel = `https://${'x'.repeat(64)}.example/`;

test.each([['no Location'], ['http://audio.test/'], ['https://['], ['https://audio .test/'], [longLabel]])(
  'a redirect to %j is refused',
  async (location) => {
    const url = origin.on('/bad', (_, response) =>
      response.writeHead(302, location === 'no Location' ? {} : { location }).end(),
    );
    await expect(fetchFrom(url)).rejects.toMatchObject({
      kind: 'bad_redirect',
      host: 'audio.test',
      transient: false,
    });
  },
);

test("a redirect carries no cookies and no credentials, and the caller's headers reach the first address only", async () => {
  const end = origin.on('/end', (_, response) => response.end());
  const start = origin.on('/start', (_, response) =>
    response.writeHead(302, { location: end, 'set-cookie': 'id=1; Path=/' }).end(),
  );
  await fetchFrom(start, { headers: { authorization: 'Bearer secret', 'User-Agent': 'Someone else' } });
  const [first, second] = origin.requests.map(({ headers }) => headers);
  const always = {
    host: new URL(start).host,
    accept: '*/*',
    'user-agent': 'Earshot/1',
    'accept-encoding': 'identity',
    connection: 'close',
  };
  expect(first).toEqual({ ...always, authorization: 'Bearer secret' });
  expect(second).toEqual(always);
});

test('a POST carries its body, and its redirect is returned and not followed', async () => {
  const bodies: string[] = [];
  const url = origin.on('/hook', (request, response) => {
    request.on('data', (bytes: Buffer) => bodies.push(bytes.toString()));
    request.on('end', () => response.writeHead(307, { location: origin.url('/elsewhere') }).end());
  });
  const response = await fetchFrom(url, { method: 'POST', body: '{"id":1}' });
  expect([response.status, bodies, origin.requests.length]).toEqual([307, ['{"id":1}'], 1]);
  response.body.destroy();
});

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { readAllowList } from '#lib/platform/net/allow-list.ts';
import { checkAddress, safeFetch, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { laptopAllowList } from '#local/allow-list.ts';
import { aGet, fetchDeps, startOrigin, whole } from '../../../support/https-origin.ts';
import { listen } from '../../../support/listen.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

const start = async (answer: RequestListener) => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  servers.push(server);
  return { port: await listen(server), requests };
};

/** Dependencies of a function that `npm start` runs. */
const onTheLaptop = (resolved = '127.0.0.1'): SafeFetchDeps => ({
  ...fetchDeps(readAllowList({ SAFE_FETCH_ALLOW: laptopAllowList() })),
  resolve: async () => [resolved],
});

test('the laptop posts to programs on itself by http, at any port', async () => {
  const { port, requests } = await start((_, response) => response.writeHead(204).end());
  for (const host of ['localhost', '127.0.0.1']) {
    const request = aGet(`http://${host}:${port}/hook?job=1`, { method: 'POST', body: '{}' });
    const { status } = await safeFetch(onTheLaptop(), request);
    expect(status).toBe(204);
  }
  expect(requests.map(({ url, headers }) => [url, headers.host])).toEqual([
    ['/hook?job=1', `localhost:${port}`],
    ['/hook?job=1', `127.0.0.1:${port}`],
  ]);
});

test.each([
  'http://example.com/',
  'http://10.0.0.1:3000/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost.example.com:3000/',
  'http://user:secret@localhost:3000/',
  'https://localhost:3000/',
  'ftp://localhost/',
])('the laptop still refuses %s', async (url) => {
  await expect(checkAddress(onTheLaptop(), url)).rejects.toMatchObject({ transient: false });
});

test('a localhost that resolves to another machine is refused', async () => {
  await expect(checkAddress(onTheLaptop('10.0.0.7'), 'http://localhost:3000/')).rejects.toMatchObject({
    kind: 'blocked_address',
  });
});

test('a public server cannot redirect to a program on the laptop', async () => {
  const inside = await start((_, response) => response.end('secret'));
  const origin = await startOrigin();
  const url = origin.on('/', (_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end(),
  );
  const deps = { ...onTheLaptop(), allow: [...onTheLaptop().allow, origin.allowed] };
  await expect(safeFetch(deps, aGet(url))).rejects.toMatchObject({ kind: 'bad_redirect' });
  expect(inside.requests).toEqual([]);
  origin.stop();
});

test('without the setting of the laptop, http to loopback is refused', async () => {
  const { port, requests } = await start((_, response) => response.end('secret'));
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    await expect(
      safeFetch({ ...fetchDeps([]), resolve: async () => ['127.0.0.1'] }, aGet(`http://${host}:${port}/`)),
    ).rejects.toMatchObject({ kind: 'unsupported_scheme' });
  expect(requests).toEqual([]);
});

test("the user's own list stays on the laptop", async () => {
  const own = { host: 'files.test', port: 8443 };
  const list = readAllowList({ SAFE_FETCH_ALLOW: laptopAllowList(JSON.stringify([own])) });
  expect(list).toEqual([own, { loopback: 'http' }]);
  expect((await whole(await safeFetch(onTheLaptop(), aGet(await urlOf('audio'))))).toString()).toBe('audio');
});

const urlOf = async (text: string) =>
  `http://127.0.0.1:${(await start((_, response) => response.end(text))).port}/`;

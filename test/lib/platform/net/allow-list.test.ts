import { expect, test } from 'vitest';
import { readAllowList } from '#lib/platform/net/allow-list.ts';
import { safeFetch } from '#lib/platform/net/safe-fetch.ts';
import { selfSigned } from '../../../support/certificate.ts';
import { aGet, fetchDeps, startOrigin, whole } from '../../../support/https-origin.ts';

const list = (...origins: unknown[]) => ({ SAFE_FETCH_ALLOW: JSON.stringify(origins) });

test('without the variable no private address is allowed, on AWS and on a laptop', () => {
  expect(readAllowList({})).toEqual([]);
  expect(readAllowList({ AWS_LAMBDA_RUNTIME_API: '127.0.0.1:9001' })).toEqual([]);
});

test('a function on AWS refuses to start with an allow list, even an empty one', () => {
  const inLambda = { AWS_LAMBDA_RUNTIME_API: '127.0.0.1:9001' };
  const lists = [list(), list({ host: 'localhost', port: 8443 }), list({ loopback: 'http' })];
  for (const set of [...lists, { SAFE_FETCH_ALLOW: '' }])
    expect(() => readAllowList({ ...set, ...inLambda })).toThrow('refused in AWS Lambda');
});

test('a malformed allow list stops the start', () => {
  const malformed = [
    { SAFE_FETCH_ALLOW: 'localhost:8443' },
    { SAFE_FETCH_ALLOW: '{}' },
    list({ host: 'localhost' }),
    list({ host: 'localhost', port: 0 }),
    list({ host: 'localhost', port: 443, address: 'localhost' }),
    list({ host: 'localhost', port: 443, tls: false }),
    list({ loopback: 'https' }),
  ];
  for (const variables of malformed)
    expect(() => readAllowList(variables)).toThrow(/JSON|expected|invalid|unrecognized/i);
});

test('an allow list opens its host at its port, by address or by name, and nothing else', async () => {
  const origin = await startOrigin(selfSigned('localhost'));
  origin.on('/audio', (_, response) => response.end('audio'));
  const { ca, port } = origin.allowed;
  const deps = {
    ...fetchDeps(readAllowList(list({ host: 'localhost', port, ca }))),
    resolve: async () => ['127.0.0.1'],
  };
  const response = await safeFetch(deps, aGet(`https://LOCALHOST:${port}/audio`));
  expect((await whole(response)).toString()).toBe('audio');

  const others = [`https://127.0.0.1:${port}/`, `https://localhost:${port + 1}/`, 'https://localhost/'];
  for (const url of [...others, `https://other.localhost:${port}/`, `http://localhost:${port}/`])
    await expect(safeFetch(deps, aGet(url))).rejects.toMatchObject({ transient: false });
  expect(origin.requests.length).toBe(1);
  origin.stop();
});

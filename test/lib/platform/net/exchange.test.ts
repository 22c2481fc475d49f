import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { exchange } from '#lib/platform/net/exchange.ts';
import { parseTarget } from '#lib/platform/net/target.ts';
import { listen } from '../../../support/listen.ts';

// Receives the requests to ports that only root may listen on.
const server = createServer((request, response) => response.end(request.headers.host));
const port = await listen(server);
afterAll(() => server.close());

test.each([
  ['https://audio.test/a', 'audio.test'],
  ['https://audio.test:443/a', 'audio.test'],
  ['https://[2606:4700:4700::1111]/', '[2606:4700:4700::1111]'],
  ['http://localhost/', 'localhost'],
  ['http://localhost:80/', 'localhost'],
  ['http://localhost:3000/', 'localhost:3000'],
])(
  'a request to %s names its host as %s, as what signs or routes by the host expects',
  async (url, expected) => {
    const target = parseTarget(url, [{ loopback: 'http' }]);
    for (const method of ['GET', 'POST'] as const) {
      const socket = connect({ host: '127.0.0.1', port });
      const response = await exchange(socket, target, { method });
      expect(Buffer.concat(await response.toArray()).toString()).toBe(expected);
    }
  },
);

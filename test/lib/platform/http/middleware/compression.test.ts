import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compression } from '#lib/platform/http/middleware/compression.ts';
import { type Reply, reply } from '#lib/platform/http/reply.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const compressed = async (answer: Reply, accepted: string | undefined): Promise<Reply> => {
  const event = httpEvent({ headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
  return (await runMiddleware(compression(), { event, answer: () => answer })).reply;
};

const long = reply(200, { text: 'word '.repeat(100_000) });

test.each(['gzip', 'br, gzip;q=0.8', 'GZIP', '*', 'deflate,gzip'])(
  'a long response is compressed for Accept-Encoding %j',
  async (accepted) => {
    const response = await compressed(long, accepted);
    const headers = { 'content-encoding': 'gzip', vary: 'accept-encoding' };
    expect(response).toMatchObject({ headers, isBase64Encoded: true });
    expect(gunzipSync(Buffer.from(response.body ?? '', 'base64')).toString()).toBe(long.body);
  },
);

test.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'br, gzip; q=0.0'])(
  'a long response is not compressed for Accept-Encoding %j',
  async (accepted) => {
    expect(await compressed(long, accepted)).toBe(long);
  },
);

test.each([undefined, 'identity'])(
  "a response over Lambda's limit is compressed even for Accept-Encoding %j",
  async (accepted) => {
    const word = { text: 'word', start_ms: 17_999_000, end_ms: 17_999_400, confidence: 0.987 };
    const words = reply(200, { words: Array.from({ length: 80_000 }, () => word) });
    const response = await compressed(words, accepted);
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(gunzipSync(Buffer.from(response.body ?? '', 'base64')).toString()).toBe(words.body);
  },
);

test('a compressed response still varies by what it varied by before', async () => {
  const page = { ...long, headers: { vary: 'accept' } };
  expect((await compressed(page, 'gzip')).headers?.['vary']).toBe('accept, accept-encoding');
});

test('a short response is not compressed', async () => {
  const short = reply(200, { text: 'word' });
  expect(await compressed(short, 'gzip')).toBe(short);
});

test.each([
  [99_999, undefined],
  [100_000, 'gzip'],
])('a body of %i bytes is sent with Content-Encoding %s', async (bytes, encoding) => {
  const response = await compressed({ statusCode: 200, body: 'x'.repeat(bytes) }, 'gzip');
  expect(response.headers?.['content-encoding']).toBe(encoding);
});

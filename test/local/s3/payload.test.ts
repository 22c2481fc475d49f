import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { S3Error } from '#local/s3/errors.ts';
import { textPayload } from '#local/s3/payload.ts';
import { listen } from '../../support/listen.ts';

// Answers with the payload or the error code.
const server = createServer((request, response) => {
  void textPayload(request)
    .catch((error: unknown) => (error instanceof S3Error ? error.code : String(error)))
    .then((answer) => response.end(answer));
});
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => server.close());

const trailing = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
const trailer = { 'x-amz-content-sha256': trailing, 'x-amz-trailer': 'x-amz-checksum-crc32' };
const chunked = (crc: string) => `5\r\nhello\r\n0\r\nx-amz-checksum-crc32:${crc}\r\n\r\n`;

test.each([
  ['its trailing CRC32', { ...trailer, 'x-amz-decoded-content-length': '5' }, chunked('NhCmhg=='), 'hello'],
  ['another trailing CRC32', trailer, chunked('AAAAAA=='), 'BadDigest'],
  [
    'an undeclared trailing CRC32',
    { 'x-amz-content-sha256': trailing },
    chunked('NhCmhg=='),
    'MalformedTrailerError',
  ],
  ['a declared CRC32 that is missing', trailer, '5\r\nhello\r\n0\r\n\r\n', 'MalformedTrailerError'],
  [
    'another decoded length',
    { ...trailer, 'x-amz-decoded-content-length': '6' },
    chunked('NhCmhg=='),
    'IncompleteBody',
  ],
  [
    'signed chunks',
    { 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD' },
    '0\r\n\r\n',
    'NotImplemented',
  ],
  ['its Content-MD5', { 'content-md5': 'XUFAKrxLKna5cZ2REBfFkg==' }, 'hello', 'hello'],
  ['another SHA-256', { 'x-amz-content-sha256': '0'.repeat(64) }, 'hello', 'XAmzContentSHA256Mismatch'],
])('a body with %s is accepted or refused like in S3', async (_, headers, body, answer) => {
  expect(await (await fetch(url, { method: 'PUT', headers, body })).text()).toBe(answer);
});

const put = async (headers: Record<string, string>, body: string) =>
  (await fetch(url, { method: 'PUT', headers, body })).text();

// The check value in each algorithm's specification, for these nine bytes.
test.each([
  ['crc32', 'cbf43926'],
  ['crc32c', 'e3069283'],
  ['crc64nvme', 'ae8b14860a799888'],
  ['sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
  ['sha256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
])('a body must match its declared %s', async (algorithm, hex) => {
  const name = `x-amz-checksum-${algorithm}`;
  const right = Buffer.from(hex, 'hex').toString('base64');
  const wrong = Buffer.alloc(hex.length / 2).toString('base64');
  expect(await put({ [name]: right }, '123456789')).toBe('123456789');
  expect(await put({ [name]: wrong }, '123456789')).toBe('BadDigest');
  expect(await put({ [name]: 'AAAA' }, '123456789')).toBe('InvalidRequest');
  expect(await put({ [name]: 'x'.repeat(right.length) }, '123456789')).toBe('InvalidRequest');
});

test('a body may have only one checksum, of a supported algorithm', async () => {
  const sha1 = Buffer.alloc(20).toString('base64');
  const crc32 = Buffer.alloc(4).toString('base64');
  const two = { 'x-amz-checksum-sha1': sha1, 'x-amz-checksum-crc32': crc32 };
  expect(await put(two, 'hello')).toBe('InvalidRequest');
  expect(await put({ 'x-amz-checksum-sha3': sha1 }, 'hello')).toBe('NotImplemented');
  expect(await put({ 'x-amz-checksum-mode': 'ENABLED' }, 'hello')).toBe('hello');
});

test('a body of unknown length is refused', async () => {
  const body = new Response('hello').body ?? '';
  expect(await (await fetch(url, { method: 'PUT', body, duplex: 'half' })).text()).toBe(
    'MissingContentLength',
  );
});

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
  ['its CRC32', { 'x-amz-checksum-crc32': 'NhCmhg==' }, 'hello', 'hello'],
  ['another CRC32', { 'x-amz-checksum-crc32': 'AAAAAA==' }, 'hello', 'BadDigest'],
  ['another checksum', { 'x-amz-checksum-sha256': 'AAAAAA==' }, 'hello', 'NotImplemented'],
  ['its MD5', { 'content-md5': 'XUFAKrxLKna5cZ2REBfFkg==' }, 'hello', 'NotImplemented'],
  ['another SHA-256', { 'x-amz-content-sha256': '0'.repeat(64) }, 'hello', 'XAmzContentSHA256Mismatch'],
])('a body with %s is accepted or refused like in S3', async (_, headers, body, answer) => {
  expect(await (await fetch(url, { method: 'PUT', headers, body })).text()).toBe(answer);
});

test('a body of unknown length is refused', async () => {
  const body = new Response('hello').body ?? '';
  expect(await (await fetch(url, { method: 'PUT', body, duplex: 'half' })).text()).toBe(
    'MissingContentLength',
  );
});

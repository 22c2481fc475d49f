import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeAwsChunked } from '#local/s3/aws-chunked.ts';

const split = async function* (bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
};

const decode = async (framed: Buffer, pieceBytes = framed.length) => {
  const trailers = new Map<string, string>();
  const bytes = await buffer(decodeAwsChunked(split(framed, pieceBytes), trailers));
  return { bytes, trailers: Object.fromEntries(trailers) };
};

const frame = (chunks: Uint8Array[], trailer: string): Buffer =>
  Buffer.concat([
    ...chunks.flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`0\r\n${trailer}\r\n`),
  ]);

test('decoding gives the bytes and the trailers, independent of how the network splits the body', async () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }));
  await fc.assert(
    fc.asyncProperty(chunks, fc.integer({ min: 1, max: 50 }), async (parts, pieceBytes) => {
      const framed = frame(parts, 'X-Amz-Checksum-Crc32: AAAA==\r\n');
      expect(await decode(framed, pieceBytes)).toEqual({
        bytes: Buffer.concat(parts),
        trailers: { 'x-amz-checksum-crc32': 'AAAA==' },
      });
    }),
  );
});

test.each([
  '',
  '5\r\nhel',
  '5\r\nhelloX\r\n0\r\n\r\n',
  'five\r\nhello\r\n0\r\n\r\n',
  '5\r\nhello\r\n',
  '5\r\nhello\r\n0\r\n',
  'x'.repeat(9000),
])('the incomplete body %j is refused', async (body) => {
  await expect(decode(Buffer.from(body))).rejects.toMatchObject({ code: 'IncompleteBody' });
});

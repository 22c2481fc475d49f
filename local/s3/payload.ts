import { createHash, type Hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { decodeAwsChunked } from './aws-chunked.ts';
import { S3Error } from './errors.ts';

const maxDocumentBytes = 2_097_152;

type Check = {
  hash: Hash;
  expected: string;
  encoding: 'hex' | 'base64';
  code: 'BadDigest' | 'XAmzContentSHA256Mismatch';
};

/**
 * The bytes a client meant to send: without aws-chunked framing, and checked against the hashes it sent along
 * (x-amz-content-sha256, Content-MD5, CRC32 as header or trailer). The checks throw after the last byte.
 * @throws BadDigest, XAmzContentSHA256Mismatch, IncompleteBody, MissingContentLength, NotImplemented
 */
export async function* payload(request: IncomingMessage): AsyncGenerator<Buffer> {
  requireLength(request);
  const trailers = new Map<string, string>();
  const checks = declaredHashes(request.headers);
  let size = 0;
  let crc = 0;
  // The default iterator destroys the connection when its reader stops early, and with it the answer.
  const raw: AsyncIterableIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of isChunked(request.headers) ? decodeAwsChunked(raw, trailers) : raw) {
      for (const { hash } of checks) hash.update(chunk);
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield chunk;
    }
  } finally {
    await raw.return?.();
  }
  for (const { hash, expected, encoding, code } of checks) {
    if (hash.digest(encoding) !== expected)
      throw new S3Error(code, 'The body does not have the hash sent with it.');
  }
  checkCrc(trailers.get('x-amz-checksum-crc32') ?? request.headers['x-amz-checksum-crc32'], crc);
  const decodedLength = request.headers['x-amz-decoded-content-length'];
  if (decodedLength !== undefined && Number(decodedLength) !== size) {
    throw new S3Error('IncompleteBody', 'The body does not have the length of x-amz-decoded-content-length.');
  }
}

/** A small body as text, for the operations that take an XML document. @throws MaxMessageLengthExceeded and as payload */
export const textPayload = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload(request)) {
    size += chunk.length;
    if (size > maxDocumentBytes) throw new S3Error('MaxMessageLengthExceeded', 'Your request was too big.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/** @throws MissingContentLength: S3 takes no body of unknown length */
export const requireLength = ({ headers }: IncomingMessage): void => {
  if (headers['content-length'] !== undefined || headers['x-amz-decoded-content-length'] !== undefined)
    return;
  throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
};

const isChunked = (headers: IncomingHttpHeaders): boolean => {
  const declared = String(headers['x-amz-content-sha256']);
  if (declared.startsWith('STREAMING-AWS4')) {
    throw new S3Error('NotImplemented', 'Chunks with signatures of their own are not understood.');
  }
  return declared.startsWith('STREAMING-');
};

const declaredHashes = (headers: IncomingHttpHeaders): Check[] => {
  const { 'x-amz-content-sha256': sha256, 'content-md5': md5 } = headers;
  const checks: Check[] = [];
  if (typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)) {
    checks.push({
      hash: createHash('sha256'),
      expected: sha256,
      encoding: 'hex',
      code: 'XAmzContentSHA256Mismatch',
    });
  }
  if (typeof md5 === 'string') {
    checks.push({ hash: createHash('md5'), expected: md5, encoding: 'base64', code: 'BadDigest' });
  }
  return checks;
};

const checkCrc = (expected: string | string[] | undefined, crc: number): void => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  if (expected === undefined || expected === bytes.toString('base64')) return;
  throw new S3Error('BadDigest', 'The CRC32 you specified did not match the calculated checksum.');
};

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { decodeAwsChunked } from './aws-chunked.ts';
import { announcedChecksum } from './checksums.ts';
import { S3Error } from './errors.ts';

const maxDocumentBytes = 2 * 1024 ** 2;

/**
 * The bytes a client meant to send: without aws-chunked framing and, after the last one, held against the hashes that
 * came along (x-amz-content-sha256, Content-MD5, x-amz-checksum-… as header or trailer).
 * @throws BadDigest, XAmzContentSHA256Mismatch, IncompleteBody, MalformedTrailerError, MissingContentLength,
 * InvalidRequest, NotImplemented
 */
export const payload = async function* (request: IncomingMessage): AsyncGenerator<Buffer> {
  requireLength(request);
  const header = (name: string) => request.headers[name]?.toString();
  const sha256 = header('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD';
  if (sha256.startsWith('STREAMING-AWS4')) {
    throw new S3Error('501 NotImplemented', 'Chunks with signatures of their own are not understood.');
  }
  const announced = announcedChecksum(request.headers);
  const trailers = new Map<string, string>();
  const hashes = { sha256: createHash('sha256'), md5: createHash('md5') };
  let size = 0;
  // By default, stopping early destroys the connection, and the answer with it.
  const raw: AsyncIterableIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of sha256.startsWith('STREAMING-') ? decodeAwsChunked(raw, trailers) : raw) {
      hashes.sha256.update(chunk);
      hashes.md5.update(chunk);
      announced?.checksum.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  } finally {
    await raw.return?.();
  }
  check('400 XAmzContentSHA256Mismatch', /^[0-9a-f]{64}$/.exec(sha256)?.[0], hashes.sha256.digest('hex'));
  check('400 BadDigest', header('content-md5'), hashes.md5.digest('base64'));
  if (announced) {
    const expected = announced.value ?? trailers.get(announced.name);
    if (expected === undefined) throw malformedTrailer();
    check('400 BadDigest', expected, announced.checksum.digest());
  }
  if ([...trailers.keys()].some((name) => name !== announced?.name)) throw malformedTrailer();
  check('400 IncompleteBody', header('x-amz-decoded-content-length'), String(size));
};

const malformedTrailer = (): S3Error =>
  new S3Error('400 MalformedTrailerError', 'The trailers are not those that x-amz-trailer announces.');

/** A small body as text, for operations that take a document. @throws MaxMessageLengthExceeded, and as `payload` */
export const textPayload = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload(request)) {
    size += chunk.length;
    if (size > maxDocumentBytes)
      throw new S3Error('400 MaxMessageLengthExceeded', 'Your request was too big.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/** @throws MissingContentLength: S3 takes no body of unknown length */
export const requireLength = ({ headers }: IncomingMessage): void => {
  if (headers['content-length'] !== undefined || headers['x-amz-decoded-content-length'] !== undefined)
    return;
  throw new S3Error('411 MissingContentLength', 'You must provide the Content-Length HTTP header.');
};

const check = (answer: `${number} ${string}`, expected: string | undefined, actual: string): void => {
  if (expected === undefined || expected === actual) return;
  throw new S3Error(answer, 'The body is not the one that was announced.', {
    Expected: expected,
    Calculated: actual,
  });
};

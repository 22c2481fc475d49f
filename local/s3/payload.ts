import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { decodeAwsChunked } from './aws-chunked.ts';
import { declaredChecksum } from './checksums.ts';
import { S3Error } from './errors.ts';

const maxDocumentBytes = 2 * 1024 ** 2;

/**
 * The body without aws-chunked framing. After the last byte it is verified against the declared hashes (x-amz-content-sha256,
 * Content-MD5, and x-amz-checksum-… as header or trailer). Throws BadDigest, XAmzContentSHA256Mismatch, IncompleteBody,
 * MalformedTrailerError, MissingContentLength, InvalidRequest or NotImplemented.
 */
export const payload = async function* (request: IncomingMessage): AsyncGenerator<Buffer> {
  requireLength(request);
  const header = (name: string) => request.headers[name]?.toString();
  const sha256 = header('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD';
  if (sha256.startsWith('STREAMING-AWS4')) {
    throw new S3Error('501 NotImplemented', 'Signed chunks are not supported.');
  }
  const declared = declaredChecksum(request.headers);
  const trailers = new Map<string, string>();
  const hashes = { sha256: createHash('sha256'), md5: createHash('md5') };
  let size = 0;
  // By default an early stop would destroy the connection, and the response could not be sent.
  const raw: AsyncIterableIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of sha256.startsWith('STREAMING-') ? decodeAwsChunked(raw, trailers) : raw) {
      hashes.sha256.update(chunk);
      hashes.md5.update(chunk);
      declared?.checksum.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  } finally {
    await raw.return?.();
  }
  check('400 XAmzContentSHA256Mismatch', /^[0-9a-f]{64}$/.exec(sha256)?.[0], hashes.sha256.digest('hex'));
  check('400 BadDigest', header('content-md5'), hashes.md5.digest('base64'));
  if (declared) {
    const expected = declared.value ?? trailers.get(declared.name);
    if (expected === undefined) throw malformedTrailer();
    check('400 BadDigest', expected, declared.checksum.digest());
  }
  if ([...trailers.keys()].some((name) => name !== declared?.name)) throw malformedTrailer();
  check('400 IncompleteBody', header('x-amz-decoded-content-length'), String(size));
};

const malformedTrailer = (): S3Error =>
  new S3Error('400 MalformedTrailerError', 'The trailers do not match x-amz-trailer.');

/** A small body as text, for operations with a document. Throws MaxMessageLengthExceeded and the errors of `payload`. */
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

/** Throws MissingContentLength. S3 refuses bodies of unknown length. */
export const requireLength = ({ headers }: IncomingMessage): void => {
  if (headers['content-length'] !== undefined || headers['x-amz-decoded-content-length'] !== undefined)
    return;
  throw new S3Error('411 MissingContentLength', 'You must provide the Content-Length HTTP header.');
};

const check = (answer: `${number} ${string}`, expected: string | undefined, actual: string): void => {
  if (expected === undefined || expected === actual) return;
  throw new S3Error(answer, 'The body does not match the declared hash or length.', {
    Expected: expected,
    Calculated: actual,
  });
};

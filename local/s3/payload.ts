import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { decodeAwsChunked } from './aws-chunked.ts';
import { S3Error } from './errors.ts';

const maxDocumentBytes = 2 * 1024 ** 2;
const checksum = 'x-amz-checksum-crc32';

/**
 * The body without aws-chunked framing. After the last byte it is verified against its SHA-256 and its CRC32, which the SDK
 * declares in a header or a trailer. Throws BadDigest, XAmzContentSHA256Mismatch, IncompleteBody, MalformedTrailerError,
 * MissingContentLength or NotImplemented.
 */
export const payload = async function* (request: IncomingMessage): AsyncGenerator<Buffer> {
  requireLength(request);
  const header = (name: string) => request.headers[name]?.toString();
  const sha256 = header('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD';
  if (sha256.startsWith('STREAMING-AWS4')) {
    throw new S3Error('501 NotImplemented', 'Signed chunks are not supported.');
  }
  refuseOtherChecksums(request.headers);
  const trailers = new Map<string, string>();
  const hash = createHash('sha256');
  let crc = 0;
  let size = 0;
  // By default an early stop would destroy the connection, and the response could not be sent.
  const raw: AsyncIterableIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of sha256.startsWith('STREAMING-') ? decodeAwsChunked(raw, trailers) : raw) {
      hash.update(chunk);
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield chunk;
    }
  } finally {
    await raw.return?.();
  }
  check('400 XAmzContentSHA256Mismatch', /^[0-9a-f]{64}$/.exec(sha256)?.[0], hash.digest('hex'));
  if ([...trailers.keys()].join() !== (header('x-amz-trailer') ?? ''))
    throw new S3Error('400 MalformedTrailerError', 'The trailers do not match x-amz-trailer.');
  check('400 BadDigest', header(checksum) ?? trailers.get(checksum), bigEndian(crc).toString('base64'));
  check('400 IncompleteBody', header('x-amz-decoded-content-length'), String(size));
};

/** Nothing here sends them. Ignoring them would accept what S3 refuses. */
const refuseOtherChecksums = (headers: IncomingHttpHeaders): void => {
  const names = [...Object.keys(headers), headers['x-amz-trailer']?.toString() ?? ''];
  const other = names.find((name) => /^(x-amz-checksum-|content-md5)/.test(name) && name !== checksum);
  if (other !== undefined) throw new S3Error('501 NotImplemented', `This S3 does not support ${other}.`);
};

const bigEndian = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

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

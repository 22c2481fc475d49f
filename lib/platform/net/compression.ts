import type { IncomingHttpHeaders } from 'node:http';

const compressions = new Set(['gzip', 'x-gzip', 'deflate', 'compress', 'x-compress', 'br', 'zstd']);

/**
 * Whether a response is compressed, in its content or its transfer. Other encodings leave the bytes as they are: Amazon S3
 * answers with an empty one, and stores like it with aws-chunked.
 */
export const isCompressed = (headers: IncomingHttpHeaders): boolean =>
  `${headers['content-encoding'] ?? ''},${headers['transfer-encoding'] ?? ''}`
    .toLowerCase()
    .split(',')
    .some((encoding) => compressions.has(encoding.trim()));

import type { IncomingHttpHeaders } from 'node:http';

const compressions = new Set(['gzip', 'x-gzip', 'deflate', 'compress', 'x-compress', 'br', 'zstd']);

/**
 * Whether a response is compressed, by its content coding or its transfer coding. Other codings leave the bytes unchanged:
 * Amazon S3 sends an empty one, and compatible stores send aws-chunked.
 */
export const isCompressed = (headers: IncomingHttpHeaders): boolean =>
  `${headers['content-encoding'] ?? ''},${headers['transfer-encoding'] ?? ''}`
    .toLowerCase()
    .split(',')
    .some((encoding) => compressions.has(encoding.trim()));

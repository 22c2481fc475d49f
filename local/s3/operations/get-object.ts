import { authorize, isAllowed } from '../access.ts';
import type { Reply, SignedCall } from '../call.ts';
import { isUnchanged } from '../conditions.ts';
import { S3Error } from '../errors.ts';
import type { ObjectInfo } from '../objects.ts';
import { type ByteRange, parseRange } from '../range.ts';

/** GetObject, and HeadObject: the same without the bytes. Runs in one tick, so that info and bytes are of one version. */
export const getObject = async (call: SignedCall): Promise<Reply> => {
  const { key } = call.target;
  authorize(call, 's3:GetObject', key);
  const info = call.bucket.objects.find(key);
  if (info === undefined) throw absent(call);
  if (isUnchanged(call.request.headers, info)) return { status: 304, headers: { etag: `"${info.eTag}"` } };
  const range = parseRange(call.request.headers.range, info.size);
  if (range === 'unsatisfiable') {
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable', {
      ActualObjectSize: info.size,
    });
  }
  const { start, end } = range ?? { start: 0, end: info.size - 1 };
  return {
    status: range === undefined ? 200 : 206,
    headers: { ...describe(info, range), 'content-length': end - start + 1 },
    ...(call.request.method === 'GET' &&
      info.size > 0 && { body: call.bucket.objects.read(key, { start, end }) }),
  };
};

const describe = (info: ObjectInfo, range: ByteRange | undefined): Record<string, string> => ({
  ...info.headers,
  etag: `"${info.eTag}"`,
  'last-modified': info.lastModified.toUTCString(),
  'accept-ranges': 'bytes',
  ...(range !== undefined && { 'content-range': `bytes ${range.start}-${range.end}/${info.size}` }),
});

// S3 tells only those who may list the bucket that a key is absent.
const absent = (call: SignedCall): S3Error =>
  isAllowed(call, 's3:ListBucket')
    ? new S3Error('NoSuchKey', 'The specified key does not exist.', { Key: call.target.key })
    : new S3Error(
        'AccessDenied',
        `The key is absent, or hidden: ${call.caller} lacks s3:ListBucket on the bucket.`,
      );

import { authorize, isAllowed } from '../access.ts';
import type { Reply, SignedCall } from '../call.ts';
import { isUnchanged, parseRange } from '../conditions.ts';
import { S3Error } from '../errors.ts';

/** GetObject, and HeadObject without the body. Runs in one tick, so that headers and body are of one version. */
export const getObject = async (call: SignedCall): Promise<Reply> => {
  const { request, target, bucket } = call;
  authorize(call, 's3:GetObject', target.key);
  const info = bucket.objects.find(target.key);
  if (info === undefined) throw absent(call);
  const etag = `"${info.eTag}"`;
  if (isUnchanged(request.headers, info)) return { status: 304, headers: { etag } };
  const range = parseRange(request.headers.range, info.size);
  const { start, end } = range ?? { start: 0, end: info.size - 1 };
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...info.headers,
      etag,
      'last-modified': info.lastModified.toUTCString(),
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(range !== undefined && { 'content-range': `bytes ${start}-${end}/${info.size}` }),
    },
    ...(request.method === 'GET' && info.size > 0 && { body: bucket.objects.read(info, { start, end }) }),
  };
};

// S3 only answers 404 for a missing key if the caller may list the bucket.
const absent = (call: SignedCall): S3Error =>
  isAllowed(call, 's3:ListBucket')
    ? new S3Error('404 NoSuchKey', 'The specified key does not exist.', { Key: call.target.key })
    : new S3Error(
        '403 AccessDenied',
        `The key does not exist, or ${call.caller} may not read it. It lacks s3:ListBucket, which is needed for a 404.`,
      );

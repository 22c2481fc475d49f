import { authorize } from '../access.ts';
import type { Reply, SignedCall } from '../call.ts';
import { writeDraft } from '../drafts.ts';
import { S3Error } from '../errors.ts';
import { objectHeaders } from '../object-headers.ts';
import { payload } from '../payload.ts';
import { storeObject } from './store-object.ts';

export const putObject = async (call: SignedCall): Promise<Reply> => {
  const { headers } = call.request;
  authorize(call, 's3:PutObject', call.target.key);
  if (headers['x-amz-copy-source'] !== undefined)
    throw new S3Error('501 NotImplemented', 'CopyObject is not supported.');
  const draft = await writeDraft(call.bucket.objects.bytesDir, payload(call.request));
  await storeObject(call, draft, {
    key: call.target.key,
    eTag: draft.md5,
    headers: objectHeaders(Object.entries(headers)),
    eventName: 'ObjectCreated:Put',
  });
  return { status: 200, headers: { etag: `"${draft.md5}"` } };
};

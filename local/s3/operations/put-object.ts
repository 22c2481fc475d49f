import { authorize } from '../access.ts';
import type { Reply, SignedCall } from '../call.ts';
import { writeDraft } from '../drafts.ts';
import { S3Error } from '../errors.ts';
import { objectHeaders } from '../object-headers.ts';
import { payload } from '../payload.ts';
import { storeObject } from './store-object.ts';

export const putObject = async (call: SignedCall): Promise<Reply> => {
  const { key } = call.target;
  authorize(call, 's3:PutObject', key);
  if (call.request.headers['x-amz-copy-source'] !== undefined) {
    throw new S3Error('NotImplemented', 'Objects are not copied here.');
  }
  const headers = objectHeaders(Object.entries(call.request.headers));
  const draft = await writeDraft(call.draftsDir, payload(call.request));
  await storeObject(call, draft, { key, eTag: draft.md5, headers, eventName: 'ObjectCreated:Put' });
  return { status: 200, headers: { etag: `"${draft.md5}"` } };
};

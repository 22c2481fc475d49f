import { authorize, isAllowed } from '../access.ts';
import type { Reply, SignedCall } from '../call.ts';
import { S3Error } from '../errors.ts';
import { textPayload } from '../payload.ts';
import { contentsOf, textOf, toXml } from '../xml.ts';

const maxKeys = 1000;

/** Deleting a missing key succeeds. */
export const deleteObject = async (call: SignedCall): Promise<Reply> => {
  authorize(call, 's3:DeleteObject', call.target.key);
  call.bucket.objects.remove(call.target.key);
  return { status: 204 };
};

/** DeleteObjects. A key that the caller may not delete is reported in the response, and the others are deleted. */
export const deleteObjects = async (call: SignedCall): Promise<Reply> => {
  const body = await textPayload(call.request);
  const keys = contentsOf(body, 'Object').map((object) => textOf(object, 'Key') ?? '');
  if (keys.length === 0 || keys.length > maxKeys || keys.includes('')) {
    throw new S3Error('400 MalformedXML', `The body must be a Delete document with 1 to ${maxKeys} keys.`);
  }
  const allowedKeys = keys.filter((key) => isAllowed(call, 's3:DeleteObject', key));
  for (const key of allowedKeys) call.bucket.objects.remove(key);
  const denied = keys.filter((key) => !allowedKeys.includes(key));
  const quiet = textOf(body, 'Quiet') === 'true';
  return {
    status: 200,
    body: toXml('DeleteResult', {
      Deleted: quiet ? undefined : allowedKeys.map((Key) => ({ Key })),
      Error: denied.map((Key) => ({ Key, Code: 'AccessDenied', Message: 'Access Denied' })),
    }),
  };
};

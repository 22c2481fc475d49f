import { authorize, isAllowed } from '../access.ts';
import type { Reply, SignedCall } from '../call.ts';
import { S3Error } from '../errors.ts';
import { textPayload } from '../payload.ts';
import { contentsOf, textOf, toXml } from '../xml.ts';

const maxKeys = 1000;

/** An absent key is deleted too. */
export const deleteObject = async (call: SignedCall): Promise<Reply> => {
  authorize(call, 's3:DeleteObject', call.target.key);
  call.bucket.objects.remove(call.target.key);
  return { status: 204 };
};

/** The multi-object delete. A key that the caller may not delete is an entry in the answer, not the end. */
export const deleteObjects = async (call: SignedCall): Promise<Reply> => {
  const body = await textPayload(call.request);
  const keys = contentsOf(body, 'Object').map((object) => textOf(object, 'Key'));
  if (keys.length === 0 || keys.length > maxKeys) {
    throw new S3Error('MalformedXML', `The body must be a Delete document with 1 to ${maxKeys} objects.`);
  }
  const deleted: { Key: string }[] = [];
  const errors: { Key: string; Code: string; Message: string }[] = [];
  for (const key of keys) {
    if (key === undefined) throw new S3Error('MalformedXML', 'An object of the Delete document has no key.');
    if (isAllowed(call, 's3:DeleteObject', key)) {
      call.bucket.objects.remove(key);
      deleted.push({ Key: key });
    } else {
      errors.push({ Key: key, Code: 'AccessDenied', Message: 'Access Denied' });
    }
  }
  const quiet = textOf(body, 'Quiet') === 'true';
  return { status: 200, body: toXml('DeleteResult', { Deleted: quiet ? [] : deleted, Error: errors }) };
};

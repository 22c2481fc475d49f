import type { Call, ObjectCreated } from '../call.ts';
import { checkWrite } from '../conditions.ts';
import type { Draft } from '../drafts.ts';
import type { ObjectInfo } from '../objects.ts';

type NewObject = Pick<ObjectInfo, 'key' | 'eTag' | 'headers'> & Pick<ObjectCreated, 'eventName'>;

/** Makes a draft an object and then tells so. @throws PreconditionFailed, NoSuchKey by If-Match and If-None-Match */
export const storeObject = async (call: Call, draft: Draft, object: NewObject): Promise<void> => {
  const { key, eTag, headers, eventName } = object;
  const { size } = draft;
  const at = call.now();
  await call.bucket.objects.put(draft, { key, size, eTag, lastModified: at, headers }, (current) =>
    checkWrite(call.request.headers, current),
  );
  call.onObjectCreated({ eventName, bucket: call.bucket.name, key, size, eTag, at });
};

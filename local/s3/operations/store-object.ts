import type { Call, ObjectCreated } from '../call.ts';
import { checkWrite } from '../conditions.ts';
import type { Draft } from '../drafts.ts';
import type { ObjectInfo } from '../objects.ts';

type NewObject = Pick<ObjectInfo, 'key' | 'eTag' | 'headers'> & Pick<ObjectCreated, 'eventName'>;

/** Makes a draft an object and then tells so. @throws PreconditionFailed, and then the draft is gone */
export const storeObject = async (call: Call, { file, size }: Draft, object: NewObject): Promise<void> => {
  const { key, eTag, headers, eventName } = object;
  const at = call.now();
  await call.bucket.objects.put({ key, file, size, eTag, lastModified: at, headers }, (current) =>
    checkWrite(call.request.headers, current),
  );
  call.onObjectCreated({ eventName, bucket: call.bucket.name, key, size, eTag, at });
};

import type { Call, ObjectCreated } from '../call.ts';
import { checkWrite } from '../conditions.ts';
import type { Draft } from '../drafts.ts';
import type { ObjectInfo } from '../objects.ts';

type NewObject = Pick<ObjectInfo, 'key' | 'eTag' | 'headers'> & Pick<ObjectCreated, 'eventName'>;

/** Creates an object from a draft and sends its event. Throws PreconditionFailed, and then deletes the draft. */
export const storeObject = async (call: Call, { file, size }: Draft, object: NewObject): Promise<void> => {
  const { key, eTag, headers, eventName } = object;
  const at = call.now();
  await call.bucket.objects.put({ key, file, size, eTag, lastModified: at, headers }, (current) =>
    checkWrite(call.request.headers, current),
  );
  call.onObjectCreated({ eventName, bucket: call.bucket.name, key, size, eTag, at });
};

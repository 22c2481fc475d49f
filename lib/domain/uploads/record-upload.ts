import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { uploadKey } from './upload-key.ts';
import { markUploaded, type UploadRef } from './upload-repository.ts';

/** Records the grant's object if it is in the bucket; returns whether it is. */
export type RecordUpload = (ref: UploadRef) => Promise<boolean>;

/** Asks S3 directly, for uploads whose event has not arrived yet. */
export const uploadRecorder =
  (deps: {
    readonly table: Pick<Table, 'update'>;
    readonly bucket: Pick<Bucket, 'head'>;
    readonly now: () => Date;
  }): RecordUpload =>
  async (ref) => {
    // The time is read before the request: bytes that arrive during the request have a later event, which must win.
    const at = deps.now();
    const object = await deps.bucket.head(uploadKey(ref));
    if (!object) return false;
    const { eTag, bytes } = object;
    await markUploaded(deps.table, ref, { eTag, bytes, at });
    return true;
  };

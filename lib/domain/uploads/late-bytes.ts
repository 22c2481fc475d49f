import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { uploadKey } from './upload-key.ts';
import { findUpload, replaceBytes, type UploadRef } from './upload-repository.ts';

/** Records bytes that were posted before `before`. Returns whether there are others than those that were recorded. */
export type RecordLateBytes = (ref: UploadRef, before: Date) => Promise<boolean>;

/**
 * Asks S3 for the bytes of a consumed upload. A client that posts a file twice, because the first answer was lost, may create its
 * job before the event of the second POST arrives.
 */
export const lateBytesRecorder =
  (deps: {
    readonly table: Pick<Table, 'get' | 'update'>;
    readonly bucket: Pick<Bucket, 'head'>;
  }): RecordLateBytes =>
  async (ref, before) => {
    const [upload, object] = await Promise.all([
      findUpload(deps.table, ref),
      deps.bucket.head(uploadKey(ref)),
    ]);
    const recorded = upload?.eTag;
    if (recorded === undefined || !object || object.eTag === recorded || object.storedAt > before)
      return false;
    return replaceBytes(deps.table, ref, { ...object, recorded });
  };

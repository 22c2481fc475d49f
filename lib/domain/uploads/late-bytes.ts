import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { uploadKey } from './upload-key.ts';
import { replaceBytes, type UploadRef } from './upload-repository.ts';

/** The `eTag` that was recorded for an upload, and the time up to which others count; undefined for any time. */
type Recorded = { readonly eTag: string; readonly before?: Date };

/** Records other bytes that were posted until then. Returns whether there are any. */
export type RecordLateBytes = (ref: UploadRef, recorded: Recorded) => Promise<boolean>;

/**
 * Asks S3 for the bytes of a consumed upload. A client that posts a file twice, because the first answer was lost, may create its
 * job before the event of the second POST arrives.
 */
export const lateBytesRecorder =
  (deps: { readonly table: Pick<Table, 'update'>; readonly bucket: Pick<Bucket, 'head'> }): RecordLateBytes =>
  async (ref, { eTag: recorded, before }) => {
    const object = await deps.bucket.head(uploadKey(ref));
    if (!object || object.eTag === recorded || (before && object.storedAt > before)) return false;
    return replaceBytes(deps.table, ref, { ...object, recorded });
  };

import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { uploadKey } from './upload-key.ts';
import { markUploaded, type UploadRef } from './upload-repository.ts';

/** True when the object of the grant is in the bucket and noted. */
export type RecordUpload = (ref: UploadRef) => Promise<boolean>;

/** Asks S3 itself, for the moment in which its event has not arrived yet. */
export const uploadRecorder =
  (deps: {
    readonly table: Pick<Table, 'update'>;
    readonly bucket: Pick<Bucket, 'head'>;
    readonly now: () => Date;
  }): RecordUpload =>
  async (ref) => {
    // The instant before asking: bytes that arrive meanwhile, and whose event says so, are later than what S3 answers.
    const at = deps.now();
    const object = await deps.bucket.head(uploadKey(ref));
    if (!object) return false;
    await markUploaded(deps.table, ref, { ...object, at });
    return true;
  };

import type { CreateUploadDeps } from '#lib/domain/uploads/create-upload.ts';
import { type RecordUpload, uploadRecorder } from '#lib/domain/uploads/record-upload.ts';
import { grantSigner } from '#lib/domain/uploads/sign-grant.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { s3 } from '#lib/platform/aws/clients.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';
import { now } from './clock.ts';

/** Dependencies of `createUpload`, except the table. */
export const liveUploads = (): Omit<CreateUploadDeps, 'newId' | 'table'> => ({
  sign: grantSigner({ client: s3(), bucket: readConfig({ AUDIO_BUCKET: textVariable }).AUDIO_BUCKET, now }),
  now,
});

/** Records an upload whose S3 event has not arrived yet. */
export const liveUploadRecorder = (table: Table, bucket: Bucket): RecordUpload =>
  uploadRecorder({ table, bucket, now });

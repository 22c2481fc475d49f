import type { S3EventRecord } from 'aws-lambda';
import type { Table } from '#lib/aws/table.ts';
import { log } from '#lib/log.ts';
import { markUploaded } from './store.ts';
import { uploadOfKey } from './upload-key.ts';

/** Notes on its grant that an upload has arrived. Events come at least once and in any order: the latest bytes count. */
export const receiveUpload = async (
  deps: { readonly table: Pick<Table, 'update'> },
  { eventTime, s3: { object } }: S3EventRecord,
): Promise<void> => {
  // S3 sends keys form-encoded.
  const ref = uploadOfKey(decodeURIComponent(object.key.replaceAll('+', ' ')));
  if (!ref) return;
  const arrival = { eTag: `"${object.eTag}"`, bytes: object.size, at: new Date(eventTime) };
  const noted = await markUploaded(deps.table, ref, arrival);
  log.info(noted ? 'upload.received' : 'upload.ignored', { upload_id: ref.id, bytes: object.size });
};

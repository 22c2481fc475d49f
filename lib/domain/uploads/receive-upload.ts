import type { Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import { markUploaded } from './upload-repository.ts';
import { uploadOfKey } from './upload-key.ts';

/** The used part of an S3 event record. `key` is form-encoded, `eTag` has no quotes. */
export type ReceivedObject = {
  readonly eventTime: string;
  readonly s3: { readonly object: { readonly key: string; readonly size: number; readonly eTag: string } };
};

/** Records the arrival of an upload on its grant. Events come at least once and in any order; the latest bytes count. */
export const receiveUpload = async (
  deps: { readonly table: Pick<Table, 'update'> },
  { eventTime, s3: { object } }: ReceivedObject,
): Promise<void> => {
  const ref = uploadOfKey(decodeURIComponent(object.key.replaceAll('+', ' ')));
  if (!ref) return;
  const arrival = { eTag: `"${object.eTag}"`, bytes: object.size, at: new Date(eventTime) };
  const recorded = await markUploaded(deps.table, ref, arrival);
  log.info(recorded ? 'upload.received' : 'upload.ignored', { upload_id: ref.id, bytes: object.size });
};

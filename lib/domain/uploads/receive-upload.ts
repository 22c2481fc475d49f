import type { Send } from '#lib/platform/aws/queue.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import { markUploaded, type UploadRef } from './upload-repository.ts';
import { uploadOfKey } from './upload-key.ts';

/** The used part of an S3 event record. `key` is form-encoded, `eTag` has no quotes. */
export type ReceivedObject = {
  readonly eventTime: string;
  readonly s3: { readonly object: { readonly key: string; readonly size: number; readonly eTag: string } };
};

/** An upload whose bytes of this ETag have arrived. */
export type Arrived = UploadRef & { readonly eTag: string };

export type ReceiveUploadDeps = {
  readonly table: Pick<Table, 'update'>;
  /** Requests a plan of the upload before there is a job. */
  readonly sendArrival: Send<Arrived>;
};

/** Smaller uploads are not planned on arrival: the worker of a job reads one in a tenth of a second. */
export const minPlannedBytes = 5_000_000;
/**
 * A client posts a file again if the first answer was lost. Without a limit, one grant could have a splitter read any number of
 * large files, none of which is a job.
 */
const maxPlans = 3;

/**
 * Requests a plan of the upload. If the message cannot be sent, the job's own worker plans later, which only takes
 * longer.
 */
const requestPlan = async ({ sendArrival }: ReceiveUploadDeps, arrived: Arrived): Promise<void> => {
  try {
    await sendArrival(arrived);
  } catch (error) {
    log.error('upload.plan_not_sent', error, { upload_id: arrived.id });
  }
};

/** Records the arrival of an upload on its grant. Events come at least once and in any order; the latest bytes count. */
export const receiveUpload = async (
  deps: ReceiveUploadDeps,
  { eventTime, s3: { object } }: ReceivedObject,
): Promise<void> => {
  const ref = uploadOfKey(decodeURIComponent(object.key.replaceAll('+', ' ')));
  if (!ref) return;
  const eTag = `"${object.eTag}"`;
  const arrival = { eTag, bytes: object.size, at: new Date(eventTime) };
  const arrivals = await markUploaded(deps.table, ref, arrival);
  log.info(arrivals > 0 ? 'upload.received' : 'upload.ignored', { upload_id: ref.id, bytes: object.size });
  if (arrivals > 0 && arrivals <= maxPlans && object.size >= minPlannedBytes)
    await requestPlan(deps, { ...ref, eTag });
};

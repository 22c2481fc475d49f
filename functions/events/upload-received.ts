import type { S3Event } from 'aws-lambda';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveSplitQueue } from '#functions/deps/queues.ts';
import { liveTable } from '#functions/deps/table.ts';
import { receiveUpload, type ReceiveUploadDeps } from '#lib/domain/uploads/receive-upload.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { log } from '#lib/platform/log.ts';

/** The message that S3 sends to test a destination: `s3:TestEvent`. It names no object. */
type S3TestEvent = { readonly Event: string; readonly Records?: never };

export const createHandler = (deps: ReceiveUploadDeps) =>
  eventHandler(async (event: S3Event | S3TestEvent) => {
    if (event.Records === undefined) return log.info('upload.ignored', { s3_event: event.Event });
    for (const record of event.Records) await receiveUpload(deps, record);
  });

export const handler = await liveHandler(() =>
  createHandler({ table: liveTable(), sendArrival: liveSplitQueue() }),
);

import type { S3Event } from 'aws-lambda';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveTable } from '#functions/deps/table.ts';
import { receiveUpload } from '#lib/domain/uploads/receive-upload.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';

export const createHandler = (deps: { readonly table: Pick<Table, 'update'> }) =>
  eventHandler(async ({ Records }: S3Event) => {
    for (const record of Records) await receiveUpload(deps, record);
  });

export const handler = await liveHandler(() => createHandler({ table: liveTable() }));

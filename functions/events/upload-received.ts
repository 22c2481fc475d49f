import type { S3Event } from 'aws-lambda';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { receiveUpload } from '#lib/domain/uploads/receive-upload.ts';

const config = readConfig({ TABLE_NAME: text });
const table = openTable(dynamodb(), config.TABLE_NAME);

export const handler = async (event: S3Event): Promise<void> => {
  for (const record of event.Records) await receiveUpload({ table }, record);
};

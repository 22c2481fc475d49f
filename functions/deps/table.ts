import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable, type Table } from '#lib/platform/aws/table.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';

export const liveTable = (): Table =>
  openTable(dynamodb(), readConfig({ TABLE_NAME: textVariable }).TABLE_NAME);

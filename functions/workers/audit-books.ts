import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { auditBooks } from '#lib/billing/audit.ts';
import { readConfig, text } from '#lib/config.ts';

const config = readConfig({ TABLE_NAME: text });
const deps = { table: openTable(dynamodb(), config.TABLE_NAME), now: () => new Date() };

export const handler = async (): Promise<void> => {
  await auditBooks(deps);
};

import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { auditBooks } from '#lib/billing/audit.ts';
import { readConfig, text } from '#lib/config.ts';
import { heldBy } from '#lib/transcriptions/held-by.ts';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';

const config = readConfig({ TABLE_NAME: text });
const table = openTable(dynamodb(), config.TABLE_NAME);
const deps = {
  table,
  heldBy: heldBy({ table, store: dynamoTranscriptionStore(table) }),
  now: () => new Date(),
};

export const handler = async (): Promise<void> => {
  await auditBooks(deps);
};

import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { auditBooks } from '#lib/domain/billing/audit.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { holdsLease } from '#lib/domain/transcriptions/holds-lease.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';

const config = readConfig({ TABLE_NAME: text });
const table = openTable(dynamodb(), config.TABLE_NAME);
const deps = {
  table,
  heldBy: holdsLease({ table, store: dynamoTranscriptionStore(table) }),
  now: () => new Date(),
};

export const handler = async (): Promise<void> => {
  await auditBooks(deps);
};

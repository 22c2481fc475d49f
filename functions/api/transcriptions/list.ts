import { authenticator } from '#lib/auth/authenticate.ts';
import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { keyedEndpoint } from '#lib/http/endpoint.ts';
import { limitsVariable } from '#lib/limits/limits.ts';
import * as contracts from '#lib/transcriptions/contracts.ts';
import { listTranscriptions } from '#lib/transcriptions/list-transcriptions.ts';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';

const config = readConfig({ TABLE_NAME: text, LIMITS: limitsVariable });
export const table = openTable(dynamodb(), config.TABLE_NAME);
export const deps = { store: dynamoTranscriptionStore(table), now: () => new Date() };

export const handler = keyedEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.listTranscriptions },
  async ({ caller, query }) => listTranscriptions(deps, caller, query),
);

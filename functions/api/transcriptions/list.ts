import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { keyedEndpoint } from '#lib/platform/http/endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { listTranscriptions } from '#lib/domain/transcriptions/list-transcriptions.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';

const config = readConfig({ TABLE_NAME: text, LIMITS: limitsVariable });
export const table = openTable(dynamodb(), config.TABLE_NAME);
export const deps = { store: dynamoTranscriptionStore(table), now: () => new Date() };

export const handler = keyedEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.listTranscriptions },
  async ({ caller, query }) => listTranscriptions(deps, caller, query),
);

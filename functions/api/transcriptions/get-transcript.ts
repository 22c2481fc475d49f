import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3 } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { keyedEndpoint } from '#lib/platform/http/endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { getTranscript } from '#lib/domain/transcriptions/get-transcript.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';

const config = readConfig({ TABLE_NAME: text, RESULTS_BUCKET: text, LIMITS: limitsVariable });
export const table = openTable(dynamodb(), config.TABLE_NAME);
export const deps = {
  store: dynamoTranscriptionStore(table),
  results: openBucket(s3(), config.RESULTS_BUCKET),
  now: () => new Date(),
};

export const handler = keyedEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.getTranscript },
  async ({ caller, params, query }) => getTranscript(deps, caller, { id: params.transcription_id, query }),
);

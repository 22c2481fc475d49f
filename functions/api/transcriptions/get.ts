import { setTimeout as sleep } from 'node:timers/promises';
import { authenticator } from '#lib/auth/authenticate.ts';
import { openBucket } from '#lib/aws/bucket.ts';
import { dynamodb, s3 } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { keyedEndpoint } from '#lib/http/endpoint.ts';
import { limitsVariable } from '#lib/limits/limits.ts';
import { livePlaceDeps } from '#lib/limits/take-places.ts';
import { waitLimiter } from '#lib/limits/waits.ts';
import * as contracts from '#lib/transcriptions/contracts.ts';
import { getTranscription } from '#lib/transcriptions/get-transcription.ts';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';

const config = readConfig({ TABLE_NAME: text, RESULTS_BUCKET: text, LIMITS: limitsVariable });
export const table = openTable(dynamodb(), config.TABLE_NAME);
export const deps = {
  store: dynamoTranscriptionStore(table),
  results: openBucket(s3(), config.RESULTS_BUCKET),
  now: () => new Date(),
  sleep: (ms: number) => sleep(ms),
  beginWait: waitLimiter(livePlaceDeps(table), config.LIMITS),
};

export const handler = keyedEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.getTranscription },
  async ({ caller, params, query, remainingMs }) =>
    getTranscription(deps, caller, { id: params.transcription_id, query, remainingMs }),
);

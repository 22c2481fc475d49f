import { setTimeout as sleep } from 'node:timers/promises';
import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3 } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { keyedEndpoint } from '#lib/platform/http/endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import { livePlaceDeps } from '#lib/platform/limits/take-places.ts';
import { waitLimiter } from '#lib/platform/limits/waits.ts';
import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { getTranscription } from '#lib/domain/transcriptions/get-transcription.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';

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

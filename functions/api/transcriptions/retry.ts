import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { holdFor } from '#lib/domain/billing/hold.ts';
import { count, readConfig, text, yesOrNo } from '#lib/platform/config.ts';
import { findFile } from '#lib/domain/files/store.ts';
import { keyedEndpoint } from '#lib/platform/http/endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import type { FetchMessage } from '#lib/domain/transcriptions/messages.ts';
import { retryTranscription } from '#lib/domain/transcriptions/retry-transcription.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { uploadRecorder } from '#lib/domain/uploads/record-upload.ts';
import { findUpload } from '#lib/domain/uploads/store.ts';

const config = readConfig({
  TABLE_NAME: text,
  AUDIO_BUCKET: text,
  FETCH_QUEUE_URL: text,
  SPLIT_QUEUE_URL: text,
  RESULT_RETENTION_DAYS: count,
  PREPAID: yesOrNo,
  LIMITS: limitsVariable,
});
const now = () => new Date();
export const table = openTable(dynamodb(), config.TABLE_NAME);
const audio = openBucket(s3(), config.AUDIO_BUCKET);
const queues = sqs();
const sources = {
  findUpload: (tenant: Tenant, id: string) => findUpload(table, { tenant, id }),
  findFile: (tenant: Tenant, id: string) => findFile(table, { tenant, id }),
};
export const deps = {
  store: dynamoTranscriptionStore(table, config.LIMITS),
  audio,
  ...sources,
  holdFor: holdFor({ prepaid: config.PREPAID, ...sources }),
  recordUpload: uploadRecorder({ table, bucket: audio, now }),
  sendFetch: openQueue<FetchMessage>(queues, config.FETCH_QUEUE_URL),
  sendSplit: openQueue<JobRef>(queues, config.SPLIT_QUEUE_URL),
  now,
  retentionDays: config.RESULT_RETENTION_DAYS,
};

export const handler = keyedEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.retryTranscription },
  async ({ caller, params, requestId }) => {
    const { value } = await retryTranscription(deps, caller, { id: params.transcription_id, requestId });
    return value;
  },
);

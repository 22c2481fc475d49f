import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { keyedEndpoint } from '#lib/platform/http/endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';
import { groupOf } from '#lib/domain/webhooks/messages.ts';

const config = readConfig({
  TABLE_NAME: text,
  WEBHOOK_QUEUE_URL: text,
  AUDIO_BUCKET: text,
  RESULTS_BUCKET: text,
  LIMITS: limitsVariable,
});
export const table = openTable(dynamodb(), config.TABLE_NAME);
export const deps = {
  store: withWebhookEvents(
    dynamoTranscriptionStore(table),
    openQueue(sqs(), config.WEBHOOK_QUEUE_URL, groupOf),
  ),
  audio: openBucket(s3(), config.AUDIO_BUCKET),
  results: openBucket(s3(), config.RESULTS_BUCKET),
  now: () => new Date(),
};

export const handler = keyedEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.deleteTranscription },
  async ({ caller, params }) => deleteTranscription(deps, caller, params.transcription_id),
);

import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { failDead } from '#lib/domain/transcriptions/fail-dead.ts';
import { DeadMessage } from '#lib/domain/transcriptions/messages.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';
import { groupOf } from '#lib/domain/webhooks/messages.ts';

const config = readConfig({ TABLE_NAME: text, WEBHOOK_QUEUE_URL: text, AUDIO_BUCKET: text });
const deps = {
  store: withWebhookEvents(
    dynamoTranscriptionStore(openTable(dynamodb(), config.TABLE_NAME)),
    openQueue(sqs(), config.WEBHOOK_QUEUE_URL, groupOf),
  ),
  audio: openBucket(s3(), config.AUDIO_BUCKET),
  now: () => new Date(),
};

export const handler = queueHandler(DeadMessage, (message) => failDead(deps, message));

import { openBucket } from '#lib/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/aws/clients.ts';
import { openQueue } from '#lib/aws/queue.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { queueHandler } from '#lib/queue/queue-handler.ts';
import { failDead } from '#lib/transcriptions/fail-dead.ts';
import { DeadMessage } from '#lib/transcriptions/messages.ts';
import { announcing } from '#lib/transcriptions/announcing.ts';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';
import { groupOf } from '#lib/webhooks/messages.ts';

const config = readConfig({ TABLE_NAME: text, WEBHOOK_QUEUE_URL: text, AUDIO_BUCKET: text });
const deps = {
  store: announcing(
    dynamoTranscriptionStore(openTable(dynamodb(), config.TABLE_NAME)),
    openQueue(sqs(), config.WEBHOOK_QUEUE_URL, groupOf),
  ),
  audio: openBucket(s3(), config.AUDIO_BUCKET),
  now: () => new Date(),
};

export const handler = queueHandler(DeadMessage, (message) => failDead(deps, message));

import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import type { ChunkMessage, FetchMessage } from '#lib/domain/transcriptions/messages.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';
import { sweep } from '#lib/domain/transcriptions/sweep.ts';
import type { Claim, JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { groupOf } from '#lib/domain/webhooks/messages.ts';

const config = readConfig({
  TABLE_NAME: text,
  WEBHOOK_QUEUE_URL: text,
  AUDIO_BUCKET: text,
  RESULTS_BUCKET: text,
  FETCH_QUEUE_URL: text,
  SPLIT_QUEUE_URL: text,
  CHUNK_QUEUE_URL: text,
  FINISH_QUEUE_URL: text,
});
const table = openTable(dynamodb(), config.TABLE_NAME);
const queues = sqs();
const deps = {
  store: withWebhookEvents(
    dynamoTranscriptionStore(table),
    openQueue(queues, config.WEBHOOK_QUEUE_URL, groupOf),
  ),
  audio: openBucket(s3(), config.AUDIO_BUCKET),
  results: openBucket(s3(), config.RESULTS_BUCKET),
  sendFetch: openQueue<FetchMessage>(queues, config.FETCH_QUEUE_URL),
  sendSplit: openQueue<JobRef>(queues, config.SPLIT_QUEUE_URL),
  sendChunk: openQueue<ChunkMessage>(queues, config.CHUNK_QUEUE_URL),
  sendFinish: openQueue<Claim>(queues, config.FINISH_QUEUE_URL),
  now: () => new Date(),
};

export const handler = (): Promise<void> => sweep(deps);

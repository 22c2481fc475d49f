import { openBucket } from '#lib/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/aws/clients.ts';
import { openQueue } from '#lib/aws/queue.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import type { ChunkMessage, FetchMessage } from '#lib/transcriptions/messages.ts';
import { announcing } from '#lib/transcriptions/announcing.ts';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';
import { sweep } from '#lib/transcriptions/sweep.ts';
import type { Claim, JobRef } from '#lib/transcriptions/transcription.ts';
import { groupOf } from '#lib/webhooks/messages.ts';

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
  store: announcing(dynamoTranscriptionStore(table), openQueue(queues, config.WEBHOOK_QUEUE_URL, groupOf)),
  audio: openBucket(s3(), config.AUDIO_BUCKET),
  results: openBucket(s3(), config.RESULTS_BUCKET),
  sendFetch: openQueue<FetchMessage>(queues, config.FETCH_QUEUE_URL),
  sendSplit: openQueue<JobRef>(queues, config.SPLIT_QUEUE_URL),
  sendChunk: openQueue<ChunkMessage>(queues, config.CHUNK_QUEUE_URL),
  sendFinish: openQueue<Claim>(queues, config.FINISH_QUEUE_URL),
  now: () => new Date(),
};

export const handler = (): Promise<void> => sweep(deps);

import { openAudio } from '#lib/audio-source/open-audio.ts';
import { openBucket } from '#lib/aws/bucket.ts';
import { dynamodb, s3ForTransfers, sqs } from '#lib/aws/clients.ts';
import { openPatientQueue, openQueue } from '#lib/aws/queue.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { allowListVariables, readAllowList } from '#lib/net/allow-list.ts';
import { liveSafeFetchDeps } from '#lib/net/safe-fetch.ts';
import { queueHandler } from '#lib/queue/queue-handler.ts';
import { clearScratch } from '#lib/scratch.ts';
import { audioCopier } from '#lib/transcriptions/copy-audio.ts';
import { fetchAudio, type FetchDeps } from '#lib/transcriptions/fetch-audio.ts';
import { every } from '#lib/transcriptions/keep-lease.ts';
import { FetchMessage } from '#lib/transcriptions/messages.ts';
import { announcing } from '#lib/transcriptions/announcing.ts';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';
import type { JobRef } from '#lib/transcriptions/transcription.ts';
import { groupOf } from '#lib/webhooks/messages.ts';

const config = readConfig({
  TABLE_NAME: text,
  WEBHOOK_QUEUE_URL: text,
  AUDIO_BUCKET: text,
  SPLIT_QUEUE_URL: text,
  ...allowListVariables,
});
await clearScratch();
const internet = liveSafeFetchDeps(readAllowList(config));
const audio = openBucket(s3ForTransfers(), config.AUDIO_BUCKET);
const deps: FetchDeps = {
  store: announcing(
    dynamoTranscriptionStore(openTable(dynamodb(), config.TABLE_NAME)),
    openPatientQueue(sqs(), config.WEBHOOK_QUEUE_URL, groupOf),
  ),
  audio,
  copyAudio: audioCopier({
    bucket: audio,
    openAudio: (source, signal) => openAudio(internet, source, signal),
  }),
  sendSplit: openQueue<JobRef>(sqs(), config.SPLIT_QUEUE_URL),
  now: () => new Date(),
  every,
};

export const handler = queueHandler(FetchMessage, (message) => fetchAudio(deps, message));

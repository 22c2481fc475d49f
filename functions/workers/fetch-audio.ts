import { openAudio } from '#lib/domain/audio-source/open-audio.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3ForTransfers, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { count, readConfig, text } from '#lib/platform/config.ts';
import { every } from '#lib/platform/every.ts';
import { stagePlaces, waitingPlace } from '#lib/platform/limits/stage-places.ts';
import { livePlaceDeps } from '#lib/platform/limits/take-places.ts';
import { allowListVariables, readAllowList } from '#lib/platform/net/allow-list.ts';
import { liveSafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { withPlace } from '#lib/platform/queue/with-place.ts';
import { clearScratch } from '#lib/platform/scratch.ts';
import { audioCopier } from '#lib/domain/transcriptions/copy-audio.ts';
import { fetchAudio, type FetchDeps } from '#lib/domain/transcriptions/fetch-audio.ts';
import { FetchMessage } from '#lib/domain/transcriptions/messages.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { groupOf } from '#lib/domain/webhooks/messages.ts';

const config = readConfig({
  TABLE_NAME: text,
  WEBHOOK_QUEUE_URL: text,
  AUDIO_BUCKET: text,
  FETCH_QUEUE_URL: text,
  SPLIT_QUEUE_URL: text,
  FETCH_SHARE: count,
  ...allowListVariables,
});
await clearScratch();
const table = openTable(dynamodb(), config.TABLE_NAME);
const queues = sqs();
const internet = liveSafeFetchDeps(readAllowList(config));
const audio = openBucket(s3ForTransfers(), config.AUDIO_BUCKET);
const deps: FetchDeps = {
  store: withWebhookEvents(
    dynamoTranscriptionStore(table),
    openQueue(queues, config.WEBHOOK_QUEUE_URL, groupOf),
  ),
  audio,
  copyAudio: audioCopier({
    bucket: audio,
    openAudio: (source, signal) => openAudio(internet, source, signal),
  }),
  sendSplit: openQueue<JobRef>(queues, config.SPLIT_QUEUE_URL),
  now: () => new Date(),
  every,
};

const places = livePlaceDeps(table);
const turns = {
  takePlace: stagePlaces(places, 'fetch', config.FETCH_SHARE),
  mayWait: waitingPlace(places, 'fetch'),
  send: openQueue<FetchMessage>(queues, config.FETCH_QUEUE_URL),
  random: Math.random,
  every,
};

export const handler = queueHandler(
  FetchMessage,
  withPlace(turns, (message) => fetchAudio(deps, message)),
);

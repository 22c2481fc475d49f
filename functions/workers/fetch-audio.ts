import { openAudio } from '#lib/audio-source/open-audio.ts';
import { openBucket } from '#lib/aws/bucket.ts';
import { dynamodb, s3ForTransfers, sqs } from '#lib/aws/clients.ts';
import { openQueue } from '#lib/aws/queue.ts';
import { openTable } from '#lib/aws/table.ts';
import { count, readConfig, text } from '#lib/config.ts';
import { every } from '#lib/every.ts';
import { stagePlaces, waitingPlace } from '#lib/limits/stage-places.ts';
import { livePlaceDeps } from '#lib/limits/take-places.ts';
import { allowListVariables, readAllowList } from '#lib/net/allow-list.ts';
import { liveSafeFetchDeps } from '#lib/net/safe-fetch.ts';
import { queueHandler } from '#lib/queue/queue-handler.ts';
import { withPlace } from '#lib/queue/with-place.ts';
import { clearScratch } from '#lib/scratch.ts';
import { audioCopier } from '#lib/transcriptions/copy-audio.ts';
import { fetchAudio, type FetchDeps } from '#lib/transcriptions/fetch-audio.ts';
import { FetchMessage } from '#lib/transcriptions/messages.ts';
import { announcing } from '#lib/transcriptions/announcing.ts';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';
import type { JobRef } from '#lib/transcriptions/transcription.ts';
import { groupOf } from '#lib/webhooks/messages.ts';

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
  store: announcing(dynamoTranscriptionStore(table), openQueue(queues, config.WEBHOOK_QUEUE_URL, groupOf)),
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

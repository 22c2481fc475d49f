import { audioCutter } from '#lib/speech/audio/cut.ts';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3ForTransfers, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { count, readConfig, text } from '#lib/platform/config.ts';
import { speechModel } from '#lib/speech/engines/models.ts';
import { every } from '#lib/platform/every.ts';
import { findFile } from '#lib/domain/files/store.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import { stagePlaces, waitingPlace } from '#lib/platform/limits/stage-places.ts';
import { livePlaceDeps } from '#lib/platform/limits/take-places.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { withPlace } from '#lib/platform/queue/with-place.ts';
import { clearScratch } from '#lib/platform/scratch.ts';
import { sourceFetcher } from '#lib/domain/transcriptions/fetch-source.ts';
import { type ChunkMessage, SplitMessage } from '#lib/domain/transcriptions/messages.ts';
import { splitTranscription } from '#lib/domain/transcriptions/split-transcription.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';
import type { Claim, JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { findUpload } from '#lib/domain/uploads/store.ts';
import { groupOf } from '#lib/domain/webhooks/messages.ts';

const config = readConfig({
  TABLE_NAME: text,
  WEBHOOK_QUEUE_URL: text,
  AUDIO_BUCKET: text,
  SPLIT_QUEUE_URL: text,
  CHUNK_QUEUE_URL: text,
  FINISH_QUEUE_URL: text,
  SPLIT_SHARE: count,
  SPEECH_DIR: text,
  SPEECH_MODEL: speechModel,
  LIMITS: limitsVariable,
});
await clearScratch();
const table = openTable(dynamodb(), config.TABLE_NAME);
const audio = openBucket(s3ForTransfers(), config.AUDIO_BUCKET);
const queues = sqs();
const deps = {
  store: withWebhookEvents(
    dynamoTranscriptionStore(table, config.LIMITS),
    openQueue(queues, config.WEBHOOK_QUEUE_URL, groupOf),
  ),
  audio,
  fetchSource: sourceFetcher({
    bucket: audio,
    findUpload: (tenant, id) => findUpload(table, { tenant, id }),
    findFile: (tenant, id) => findFile(table, { tenant, id }),
  }),
  cut: audioCutter({
    ffmpegPath: findFfmpeg(config.SPEECH_DIR),
    lengths: config.SPEECH_MODEL.chunks,
  }),
  sendChunk: openQueue<ChunkMessage>(queues, config.CHUNK_QUEUE_URL),
  sendFinish: openQueue<Claim>(queues, config.FINISH_QUEUE_URL),
  now: () => new Date(),
  every,
};

const places = livePlaceDeps(table);
const turns = {
  takePlace: stagePlaces(places, 'split', config.SPLIT_SHARE),
  mayWait: waitingPlace(places, 'split'),
  send: openQueue<JobRef>(queues, config.SPLIT_QUEUE_URL),
  random: Math.random,
  every,
};

export const handler = queueHandler(
  SplitMessage,
  withPlace(turns, (message) => splitTranscription(deps, message)),
);

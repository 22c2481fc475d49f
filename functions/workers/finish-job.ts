import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { count, readConfig, text } from '#lib/platform/config.ts';
import { speechModel } from '#lib/speech/engines/models.ts';
import { assertSpokenLanguage } from '#lib/speech/engines/spoken-language.ts';
import { every } from '#lib/platform/every.ts';
import { stagePlaces, waitingPlace } from '#lib/platform/limits/stage-places.ts';
import { livePlaceDeps } from '#lib/platform/limits/take-places.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { withPlace } from '#lib/platform/queue/with-place.ts';
import type { Segment } from '#lib/domain/transcriptions/chunk-text.ts';
import { finishTranscription } from '#lib/domain/transcriptions/finish-transcription.ts';
import { FinishMessage } from '#lib/domain/transcriptions/messages.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';
import type { Claim } from '#lib/domain/transcriptions/transcription.ts';
import { openTranslator } from '#lib/speech/translation/open-translator.ts';
import { TranslatorName } from '#lib/speech/translation/translators.ts';
import { groupOf } from '#lib/domain/webhooks/messages.ts';

const config = readConfig({
  TABLE_NAME: text,
  WEBHOOK_QUEUE_URL: text,
  AUDIO_BUCKET: text,
  RESULTS_BUCKET: text,
  FINISH_QUEUE_URL: text,
  FINISH_SHARE: count,
  SPEECH_MODEL: speechModel,
  TRANSLATOR: TranslatorName,
});
// Before Lambda's own limit of two minutes, so that what is translated so far is kept and the next try goes on from there.
const translateMs = 90_000;

const table = openTable(dynamodb(), config.TABLE_NAME);
const queues = sqs();
const deps = {
  store: withWebhookEvents(
    dynamoTranscriptionStore(table),
    openQueue(queues, config.WEBHOOK_QUEUE_URL, groupOf),
  ),
  audio: openBucket(s3(), config.AUDIO_BUCKET),
  results: openBucket(s3(), config.RESULTS_BUCKET),
  assertSpokenLanguage: (segments: readonly Segment[]) => assertSpokenLanguage(segments, config.SPEECH_MODEL),
  translator: openTranslator(config.TRANSLATOR),
  translatesTo: config.SPEECH_MODEL.translatesTo,
  now: () => new Date(),
};

const places = livePlaceDeps(table);
const turns = {
  takePlace: stagePlaces(places, 'finish', config.FINISH_SHARE),
  mayWait: waitingPlace(places, 'finish'),
  send: openQueue<Claim>(queues, config.FINISH_QUEUE_URL),
  random: Math.random,
  every,
};

export const handler = queueHandler(
  FinishMessage,
  withPlace(turns, (message, { isLastTry }) =>
    finishTranscription(deps, message, { isLastTry, signal: AbortSignal.timeout(translateMs) }),
  ),
);

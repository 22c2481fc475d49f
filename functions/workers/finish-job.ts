import { openBucket } from '#lib/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/aws/clients.ts';
import { openQueue } from '#lib/aws/queue.ts';
import { openTable } from '#lib/aws/table.ts';
import { count, readConfig, text } from '#lib/config.ts';
import { speechModel } from '#lib/engines/models.ts';
import { assertSpokenLanguage } from '#lib/engines/spoken-language.ts';
import { every } from '#lib/every.ts';
import { stagePlaces, waitingPlace } from '#lib/limits/stage-places.ts';
import { livePlaceDeps } from '#lib/limits/take-places.ts';
import { queueHandler } from '#lib/queue/queue-handler.ts';
import { withPlace } from '#lib/queue/with-place.ts';
import type { Segment } from '#lib/transcriptions/chunk-text.ts';
import { finishTranscription } from '#lib/transcriptions/finish-transcription.ts';
import { FinishMessage } from '#lib/transcriptions/messages.ts';
import { announcing } from '#lib/transcriptions/announcing.ts';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';
import type { Claim } from '#lib/transcriptions/transcription.ts';
import { openTranslator } from '#lib/translation/open-translator.ts';
import { TranslatorName } from '#lib/translation/translators.ts';
import { groupOf } from '#lib/webhooks/messages.ts';

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
  store: announcing(dynamoTranscriptionStore(table), openQueue(queues, config.WEBHOOK_QUEUE_URL, groupOf)),
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

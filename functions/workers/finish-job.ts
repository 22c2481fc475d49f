import { openBucket } from '#lib/aws/bucket.ts';
import { dynamodb, s3 } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { speechModel } from '#lib/engines/models.ts';
import { assertSpokenLanguage } from '#lib/engines/spoken-language.ts';
import { queueHandler } from '#lib/queue/queue-handler.ts';
import type { Segment } from '#lib/transcriptions/chunk-text.ts';
import { finishTranscription } from '#lib/transcriptions/finish-transcription.ts';
import { FinishMessage } from '#lib/transcriptions/messages.ts';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';

const config = readConfig({
  TABLE_NAME: text,
  AUDIO_BUCKET: text,
  RESULTS_BUCKET: text,
  SPEECH_MODEL: speechModel,
});
const deps = {
  store: dynamoTranscriptionStore(openTable(dynamodb(), config.TABLE_NAME)),
  audio: openBucket(s3(), config.AUDIO_BUCKET),
  results: openBucket(s3(), config.RESULTS_BUCKET),
  assertSpokenLanguage: (segments: readonly Segment[]) => assertSpokenLanguage(segments, config.SPEECH_MODEL),
  now: () => new Date(),
};

export const handler = queueHandler(FinishMessage, (message) => finishTranscription(deps, message));

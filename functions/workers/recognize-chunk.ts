import type { Chunk } from '#lib/speech/audio/split.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/platform/aws/clients.ts';
import { visibilityChanger, openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { loadRecognizer } from '#lib/speech/engines/load-recognizer.ts';
import { speechModel } from '#lib/speech/engines/models.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { ChunkMessage } from '#lib/domain/transcriptions/messages.ts';
import { recognizeChunk } from '#lib/domain/transcriptions/recognize-chunk.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';
import { spokenHints, spokenTarget } from '#lib/domain/transcriptions/translatable.ts';
import type { Claim, SpeechRequest } from '#lib/domain/transcriptions/transcription.ts';

const config = readConfig({
  TABLE_NAME: text,
  AUDIO_BUCKET: text,
  CHUNK_QUEUE_URL: text,
  FINISH_QUEUE_URL: text,
  SPEECH_DIR: text,
  SPEECH_MODEL: speechModel,
});
// Before Lambda's own limit of two minutes, so that the log says which chunk it was.
const giveUpMs = 110_000;

const queues = sqs();
const recognizer = await loadRecognizer(config.SPEECH_MODEL, config.SPEECH_DIR);
const deps = {
  store: dynamoTranscriptionStore(openTable(dynamodb(), config.TABLE_NAME)),
  audio: openBucket(s3(), config.AUDIO_BUCKET),
  recognize: (chunk: Chunk, request: SpeechRequest) =>
    recognizer.recognize(chunk, {
      languageHints: spokenHints(request),
      vocabulary: request.customVocabulary,
      context: request.context,
      translateTo: spokenTarget(request.translation, config.SPEECH_MODEL.translatesTo),
      words: true,
      signal: AbortSignal.timeout(giveUpMs),
    }),
  sendFinish: openQueue<Claim>(queues, config.FINISH_QUEUE_URL),
  now: () => new Date(),
};

export const handler = queueHandler(
  ChunkMessage,
  (message) => recognizeChunk(deps, message),
  visibilityChanger(queues, config.CHUNK_QUEUE_URL),
);

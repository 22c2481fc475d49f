import type { Chunk } from '#lib/audio/split.ts';
import { openBucket } from '#lib/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/aws/clients.ts';
import { hider, openQueue } from '#lib/aws/queue.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { loadRecognizer } from '#lib/engines/load-recognizer.ts';
import { speechModel } from '#lib/engines/models.ts';
import { queueHandler } from '#lib/queue/queue-handler.ts';
import { ChunkMessage } from '#lib/transcriptions/messages.ts';
import { recognizeChunk } from '#lib/transcriptions/recognize-chunk.ts';
import { announcing } from '#lib/transcriptions/announcing.ts';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';
import { spokenHints, spokenTarget } from '#lib/transcriptions/translatable.ts';
import type { Claim, SpeechRequest } from '#lib/transcriptions/transcription.ts';
import { groupOf } from '#lib/webhooks/messages.ts';

const config = readConfig({
  TABLE_NAME: text,
  WEBHOOK_QUEUE_URL: text,
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
  store: announcing(
    dynamoTranscriptionStore(openTable(dynamodb(), config.TABLE_NAME)),
    openQueue(queues, config.WEBHOOK_QUEUE_URL, groupOf),
  ),
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
  hider(queues, config.CHUNK_QUEUE_URL),
);

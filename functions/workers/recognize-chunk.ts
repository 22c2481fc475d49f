import { liveAudio } from '#functions/deps/buckets.ts';
import { now } from '#functions/deps/clock.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveChunkVisibility, liveFinishQueue } from '#functions/deps/queues.ts';
import { liveRecognizer } from '#functions/deps/recognizer.ts';
import { liveSpeechOffer } from '#functions/deps/speech.ts';
import { liveTable } from '#functions/deps/table.ts';
import { jobLogFields } from '#lib/domain/transcriptions/log-fields.ts';
import { ChunkMessage } from '#lib/domain/transcriptions/messages.ts';
import { recognizeChunk, type RecognizeDeps } from '#lib/domain/transcriptions/recognize-chunk.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { spokenHints, spokenTarget } from '#lib/domain/transcriptions/translatable.ts';
import type { ChangeVisibility } from '#lib/platform/aws/queue.ts';
import { backOff } from '#lib/platform/queue/back-off.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import type { Recognizer } from '#lib/speech/engines/load-recognizer.ts';

// Below Lambda's limit of two minutes, so that the error is logged with its chunk.
const recognizeMs = 110_000;

type Deps = Omit<RecognizeDeps, 'recognize'> & {
  readonly recognizer: Pick<Recognizer, 'recognize'>;
  /** Languages into which the speech model itself translates. */
  readonly translatesTo: readonly string[];
  readonly changeVisibility: ChangeVisibility;
};

export const createHandler = ({ recognizer, translatesTo, changeVisibility, ...deps }: Deps) => {
  const recognize: RecognizeDeps['recognize'] = (chunk, request) =>
    recognizer.recognize(chunk, {
      model: request.model,
      languageHints: spokenHints(request),
      vocabulary: request.customVocabulary,
      context: request.context,
      translateTo: spokenTarget(request.translation, translatesTo),
      words: true,
      signal: AbortSignal.timeout(recognizeMs),
    });
  return queueHandler(
    { schema: ChunkMessage, logFields: jobLogFields, use: [backOff(changeVisibility)] },
    (message) => recognizeChunk({ ...deps, recognize }, message),
  );
};

export const handler = await liveHandler(async () => {
  const offer = liveSpeechOffer();
  return createHandler({
    store: dynamoTranscriptionRepository(liveTable()),
    audio: liveAudio(),
    recognizer: await liveRecognizer(offer),
    translatesTo: offer.translatesTo,
    sendFinish: liveFinishQueue(),
    changeVisibility: liveChunkVisibility(),
    now,
  });
});

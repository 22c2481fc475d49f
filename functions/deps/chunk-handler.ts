import { liveAudio } from '#functions/deps/buckets.ts';
import { now } from '#functions/deps/clock.ts';
import { liveChunkVisibility, liveFinishQueue } from '#functions/deps/queues.ts';
import { liveSpeechDir, liveSpeechOffer } from '#functions/deps/speech.ts';
import { liveTable } from '#functions/deps/table.ts';
import { jobLogFields } from '#lib/domain/transcriptions/log-fields.ts';
import { ChunkQueueMessage } from '#lib/domain/transcriptions/messages.ts';
import { recognizeChunk, type RecognizeDeps } from '#lib/domain/transcriptions/recognize-chunk.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { spokenHints, spokenTarget } from '#lib/domain/transcriptions/translatable.ts';
import { lambda } from '#lib/platform/aws/clients.ts';
import { openFunction } from '#lib/platform/aws/functions.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';
import type { ChangeVisibility } from '#lib/platform/aws/queue.ts';
import { backOff } from '#lib/platform/queue/back-off.ts';
import { callAtOnce, type CallHelper, callHelpers } from '#lib/platform/queue/call-helpers.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { loadRecognizer, type Recognizer } from '#lib/speech/engines/load-recognizer.ts';

// Less than the function's timeout of two minutes, so that the error is logged with its chunk.
const recognizeMs = 110_000;

export type ChunkDeps = Omit<RecognizeDeps, 'recognize'> & {
  readonly recognizer: Pick<Recognizer, 'recognize'>;
  /** Languages into which the speech model itself translates. */
  readonly translatesTo: readonly string[];
  readonly changeVisibility: ChangeVisibility;
  /** Undefined if no helper is called when chunks wait. */
  readonly callHelper?: CallHelper | undefined;
  /** Starts one more worker that cuts parts. */
  readonly callSplitter?: CallHelper | undefined;
};

/** The handler of the chunk queue. */
export const chunkHandler = ({
  recognizer,
  translatesTo,
  changeVisibility,
  callHelper,
  callSplitter,
  ...deps
}: ChunkDeps) => {
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
  const help = callHelper ? [callHelpers<ChunkQueueMessage>(callHelper)] : [];
  return queueHandler(
    { schema: ChunkQueueMessage, logFields: jobLogFields, use: [backOff(changeVisibility), ...help] },
    async (message) => {
      if (!('partsWaiting' in message)) return recognizeChunk({ ...deps, recognize }, message);
      if (callSplitter) await callAtOnce(callSplitter, message.partsWaiting);
    },
  );
};

/** Starts the function with this name. It processes messages that wait. */
export const liveHelper = (name: string): CallHelper => {
  const start = openFunction(lambda(), name);
  return () => start({});
};

export const liveChunkDeps = async (): Promise<ChunkDeps> => {
  const offer = liveSpeechOffer();
  const { SPLIT_WAITING_FUNCTION: splitter } = readConfig({
    SPLIT_WAITING_FUNCTION: textVariable.optional(),
  });
  return {
    callSplitter: splitter ? liveHelper(splitter) : undefined,
    store: dynamoJobs(liveTable()),
    audio: liveAudio(),
    recognizer: await loadRecognizer(offer.models, liveSpeechDir()),
    translatesTo: offer.translatesTo,
    sendFinish: liveFinishQueue(),
    changeVisibility: liveChunkVisibility(),
    now,
  };
};

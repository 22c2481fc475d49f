import { liveAudioTransfers } from '#functions/deps/buckets.ts';
import { now } from '#functions/deps/clock.ts';
import { liveLimitedJobs } from '#functions/deps/jobs.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveChunkQueue, liveFinishQueue, liveSplitQueue } from '#functions/deps/queues.ts';
import { liveSources } from '#functions/deps/sources.ts';
import { liveSpeechDir, liveSpeechOffer } from '#functions/deps/speech.ts';
import { liveStage } from '#functions/deps/stage.ts';
import { liveTable } from '#functions/deps/table.ts';
import { sourceFetcher } from '#lib/domain/transcriptions/fetch-source.ts';
import { jobLogFields } from '#lib/domain/transcriptions/log-fields.ts';
import { isWholeAudio, SplitMessage } from '#lib/domain/transcriptions/messages.ts';
import { type CutPartDeps, workOnParts } from '#lib/domain/transcriptions/cut-part.ts';
import { sliceFetcher } from '#lib/domain/transcriptions/fetch-slice.ts';
import { type SplitDeps, splitTranscription } from '#lib/domain/transcriptions/split-transcription.ts';
import { every } from '#lib/platform/every.ts';
import { holdPermit, type PermitDeps } from '#lib/platform/queue/hold-permit.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { clearScratch } from '#lib/platform/scratch.ts';
import { audioCutter, partCutter } from '#lib/speech/audio/cut.ts';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';
import { planParts } from '#lib/speech/audio/parts/plan-parts.ts';

type Deps = SplitDeps & CutPartDeps & { readonly stage: PermitDeps<SplitMessage> };

export const createHandler = (deps: Deps) =>
  queueHandler(
    { schema: SplitMessage, logFields: jobLogFields, use: [holdPermit(deps.stage, isWholeAudio)] },
    (message) => (isWholeAudio(message) ? splitTranscription(deps, message) : workOnParts(deps, message)),
  );

export const handler = await liveHandler(async () => {
  await clearScratch();
  const table = liveTable();
  const audio = liveAudioTransfers();
  const sources = { bucket: audio, ...liveSources(table) };
  const decoder = { ffmpegPath: findFfmpeg(liveSpeechDir()), lengths: liveSpeechOffer().chunks };
  const sendSplit = liveSplitQueue();
  return createHandler({
    store: liveLimitedJobs(table),
    audio,
    fetchSource: sourceFetcher(sources),
    fetchSlice: sliceFetcher(sources),
    planParts: (file) => planParts(file, decoder.lengths),
    cut: audioCutter(decoder),
    cutPart: partCutter(decoder),
    sendSplit,
    sendChunk: liveChunkQueue(),
    sendFinish: liveFinishQueue(),
    stage: liveStage(table, 'split', sendSplit),
    now,
    every,
  });
});

import { liveAudioTransfers } from '#functions/deps/buckets.ts';
import { now } from '#functions/deps/clock.ts';
import { liveLimitedJobs } from '#functions/deps/jobs.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveChunkQueue, liveFinishQueue, liveSplitQueue } from '#functions/deps/queues.ts';
import { liveSources } from '#functions/deps/sources.ts';
import { liveSpeechDir, liveSpeechOffer } from '#functions/deps/speech.ts';
import { liveStage } from '#functions/deps/stage.ts';
import { liveTable } from '#functions/deps/table.ts';
import { locateSource, sourceCopier } from '#lib/domain/transcriptions/fetch-source.ts';
import { jobLogFields } from '#lib/domain/transcriptions/log-fields.ts';
import { isWholeAudio, SplitMessage } from '#lib/domain/transcriptions/messages.ts';
import { sliceFetcher } from '#lib/domain/transcriptions/fetch-slice.ts';
import { type AudioDeps, workOnAudio } from '#lib/domain/transcriptions/work-on-audio.ts';
import { notePlan } from '#lib/domain/uploads/upload-repository.ts';
import { every } from '#lib/platform/every.ts';
import { holdPermit, type PermitDeps } from '#lib/platform/queue/hold-permit.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { clearScratch } from '#lib/platform/scratch.ts';
import { audioCutter, partCutter } from '#lib/speech/audio/cut.ts';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';
import { planParts } from '#lib/speech/audio/parts/plan-parts.ts';

type Deps = AudioDeps & { readonly stage: PermitDeps<SplitMessage> };

export const createHandler = (deps: Deps) =>
  queueHandler(
    { schema: SplitMessage, logFields: jobLogFields, use: [holdPermit(deps.stage, isWholeAudio)] },
    (message) => workOnAudio(deps, message),
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
    findSource: (job) => locateSource(sources, job),
    copySource: sourceCopier(sources),
    fetchSlice: sliceFetcher(sources),
    notePlan: (ref, plan) => notePlan(table, ref, plan),
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

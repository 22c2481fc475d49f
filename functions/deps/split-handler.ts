import { locateSource, sourceCopier } from '#lib/domain/transcriptions/fetch-source.ts';
import { jobLogFields } from '#lib/domain/transcriptions/log-fields.ts';
import { SplitMessage } from '#lib/domain/transcriptions/messages.ts';
import { sliceFetcher } from '#lib/domain/transcriptions/fetch-slice.ts';
import { maySplitForMinutes, type JobSourceDeps } from '#lib/domain/transcriptions/may-take-minutes.ts';
import { type AudioDeps, workOnAudio } from '#lib/domain/transcriptions/work-on-audio.ts';
import { lateBytesRecorder } from '#lib/domain/uploads/late-bytes.ts';
import { notePlan } from '#lib/domain/uploads/upload-repository.ts';
import { limitVariable, readConfig } from '#lib/platform/config.ts';
import { every } from '#lib/platform/every.ts';
import { holdPermit, type StagePermitDeps } from '#lib/platform/queue/hold-permit.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { clearScratch } from '#lib/platform/scratch.ts';
import { audioCutter, partCutter } from '#lib/speech/audio/cut.ts';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';
import { planParts } from '#lib/speech/audio/parts/plan-parts.ts';
import { liveAudioTransfers } from './buckets.ts';
import { now } from './clock.ts';
import { liveLimitedJobs } from './jobs.ts';
import { liveChunkQueue, liveFinishQueue, liveSplitQueue } from './queues.ts';
import { liveSources } from './sources.ts';
import { liveSpeechDir, liveSpeechOffer } from './speech.ts';
import { liveStage } from './stage.ts';
import { liveTable } from './table.ts';

export type SplitHandlerDeps = AudioDeps & JobSourceDeps & { readonly stage: StagePermitDeps<SplitMessage> };

/** The handler of the split queue. */
export const splitHandler = (deps: SplitHandlerDeps) =>
  queueHandler(
    {
      schema: SplitMessage,
      logFields: jobLogFields,
      use: [holdPermit(deps.stage, maySplitForMinutes(deps))],
    },
    (message) => workOnAudio(deps, message),
  );

export const liveSplitDeps = async (): Promise<SplitHandlerDeps> => {
  await clearScratch();
  const table = liveTable();
  const audio = liveAudioTransfers();
  const sources = { bucket: audio, ...liveSources(table) };
  const decoder = { ffmpegPath: findFfmpeg(liveSpeechDir()), lengths: liveSpeechOffer().chunks };
  const sendSplit = liveSplitQueue();
  const sendToChunkQueue = liveChunkQueue();
  return {
    store: liveLimitedJobs(table),
    audio,
    findSource: (job) => locateSource(sources, job),
    copySource: sourceCopier(sources),
    recordLateBytes: lateBytesRecorder({ table, bucket: audio }),
    fetchSlice: sliceFetcher(sources),
    notePlan: (ref, plan) => notePlan(table, ref, plan),
    planParts: (file) => planParts(file, decoder.lengths),
    cut: audioCutter(decoder),
    cutPart: partCutter(decoder),
    sendSplit,
    sendChunk: sendToChunkQueue,
    sendPartsWait: sendToChunkQueue,
    partHelpers: readConfig({ PART_HELPERS: limitVariable }).PART_HELPERS,
    sendFinish: liveFinishQueue(),
    stage: liveStage(table, 'split', sendSplit),
    now,
    every,
  };
};

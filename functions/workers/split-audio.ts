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
import { SplitMessage } from '#lib/domain/transcriptions/messages.ts';
import { type SplitDeps, splitTranscription } from '#lib/domain/transcriptions/split-transcription.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { every } from '#lib/platform/every.ts';
import { holdPermit, type PermitDeps } from '#lib/platform/queue/hold-permit.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { clearScratch } from '#lib/platform/scratch.ts';
import { audioCutter } from '#lib/speech/audio/cut.ts';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';

type Deps = SplitDeps & { readonly stage: PermitDeps<JobRef> };

export const createHandler = (deps: Deps) =>
  queueHandler({ schema: SplitMessage, logFields: jobLogFields, use: [holdPermit(deps.stage)] }, (message) =>
    splitTranscription(deps, message),
  );

export const handler = await liveHandler(async () => {
  await clearScratch();
  const table = liveTable();
  const audio = liveAudioTransfers();
  return createHandler({
    store: liveLimitedJobs(table),
    audio,
    fetchSource: sourceFetcher({ bucket: audio, ...liveSources(table) }),
    cut: audioCutter({ ffmpegPath: findFfmpeg(liveSpeechDir()), lengths: liveSpeechOffer().chunks }),
    sendChunk: liveChunkQueue(),
    sendFinish: liveFinishQueue(),
    stage: liveStage(table, 'split', liveSplitQueue()),
    now,
    every,
  });
});

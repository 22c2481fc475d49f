import { liveAudioTransfers } from '#functions/deps/buckets.ts';
import { now } from '#functions/deps/clock.ts';
import { liveInternet } from '#functions/deps/internet.ts';
import { liveJobsWithEvents } from '#functions/deps/jobs.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveFetchQueue, liveSplitQueue } from '#functions/deps/queues.ts';
import { liveStage } from '#functions/deps/stage.ts';
import { liveTable } from '#functions/deps/table.ts';
import { openAudio } from '#lib/domain/audio-source/open-audio.ts';
import { audioCopier } from '#lib/domain/transcriptions/copy-audio.ts';
import { fetchAudio, type FetchDeps } from '#lib/domain/transcriptions/fetch-audio.ts';
import { jobLogFields } from '#lib/domain/transcriptions/log-fields.ts';
import { FetchMessage } from '#lib/domain/transcriptions/messages.ts';
import { every } from '#lib/platform/every.ts';
import { holdPermit, type StagePermitDeps } from '#lib/platform/queue/hold-permit.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { clearScratch } from '#lib/platform/scratch.ts';

type Deps = FetchDeps & { readonly stage: StagePermitDeps<FetchMessage> };

export const createHandler = (deps: Deps) =>
  queueHandler({ schema: FetchMessage, logFields: jobLogFields, use: [holdPermit(deps.stage)] }, (message) =>
    fetchAudio(deps, message),
  );

export const handler = await liveHandler(async () => {
  await clearScratch();
  const table = liveTable();
  const audio = liveAudioTransfers();
  const internet = liveInternet();
  return createHandler({
    store: liveJobsWithEvents(table),
    audio,
    copyAudio: audioCopier({
      bucket: audio,
      openAudio: (source, signal) => openAudio(internet, source, signal),
    }),
    sendSplit: liveSplitQueue(),
    stage: liveStage(table, 'fetch', liveFetchQueue()),
    now,
    every,
  });
});

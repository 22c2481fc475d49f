import { liveAudio, liveResults } from '#functions/deps/buckets.ts';
import { now } from '#functions/deps/clock.ts';
import { liveJobsWithEvents } from '#functions/deps/jobs.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveChunkQueue, liveFetchQueue, liveFinishQueue, liveSplitQueue } from '#functions/deps/queues.ts';
import { liveSessionEraser } from '#functions/deps/realtime.ts';
import { liveTable } from '#functions/deps/table.ts';
import { sweep, type SweepDeps } from '#lib/domain/transcriptions/sweep.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';

export const createHandler = (deps: SweepDeps) => eventHandler(() => sweep(deps));

export const handler = await liveHandler(() => {
  const table = liveTable();
  return createHandler({
    store: liveJobsWithEvents(table),
    audio: liveAudio(),
    results: liveResults(),
    eraseSession: liveSessionEraser(table),
    sendFetch: liveFetchQueue(),
    sendSplit: liveSplitQueue(),
    sendChunk: liveChunkQueue(),
    sendFinish: liveFinishQueue(),
    now,
  });
});

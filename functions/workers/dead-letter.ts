import { liveAudio } from '#functions/deps/buckets.ts';
import { now } from '#functions/deps/clock.ts';
import { liveJobsWithEvents } from '#functions/deps/jobs.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveTable } from '#functions/deps/table.ts';
import { failDead, type FailDeadDeps } from '#lib/domain/transcriptions/fail-dead.ts';
import { jobLogFields } from '#lib/domain/transcriptions/log-fields.ts';
import { DeadMessage } from '#lib/domain/transcriptions/messages.ts';
import { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';

export const createHandler = (deps: FailDeadDeps) =>
  queueHandler({ schema: DeadMessage, logFields: jobLogFields, ours: JobRef }, (message) =>
    failDead(deps, message),
  );

export const handler = await liveHandler(() =>
  createHandler({ store: liveJobsWithEvents(liveTable()), audio: liveAudio(), now }),
);

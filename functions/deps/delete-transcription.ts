import type { DeleteDeps } from '#lib/domain/transcriptions/delete-transcription.ts';
import type { StoredJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveAudio, liveResults } from './buckets.ts';
import { now } from './clock.ts';
import { liveJobsWithEvents } from './jobs.ts';
import { liveSessionEraser } from './realtime.ts';

/** Dependencies of `deleteTranscription`. */
export const liveDeleteTranscription = (table: Table): DeleteDeps & { readonly store: StoredJobs } => ({
  store: liveJobsWithEvents(table),
  audio: liveAudio(),
  results: liveResults(),
  eraseSession: liveSessionEraser(table),
  now,
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { GetDeps } from '#lib/domain/transcriptions/get-transcription.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { livePermitDeps } from '#lib/platform/limits/acquire-permits.ts';
import { waitLimiter } from '#lib/platform/limits/waits.ts';
import { liveResults } from './buckets.ts';
import { now } from './clock.ts';
import { liveLimits } from './settings.ts';

/** Dependencies of `getTranscription`. */
export const liveGetTranscription = (table: Table): GetDeps => ({
  store: dynamoJobs(table),
  results: liveResults(),
  now,
  sleep: (ms) => sleep(ms),
  beginWait: waitLimiter(livePermitDeps(table), liveLimits()),
});

import { holdFor } from '#lib/domain/billing/hold.ts';
import type { RetryDeps } from '#lib/domain/transcriptions/retry-transcription.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveAudio } from './buckets.ts';
import { now } from './clock.ts';
import { liveFetchQueue, liveSplitQueue } from './queues.ts';
import { liveLimits, livePrepaid, liveRetentionDays } from './settings.ts';
import { liveSources } from './sources.ts';
import { liveUploadRecorder } from './uploads.ts';

/** Dependencies of `retryTranscription`. */
export const liveRetryTranscription = (table: Table): RetryDeps => {
  const audio = liveAudio();
  const sources = liveSources(table);
  const recordUpload = liveUploadRecorder(table, audio);
  return {
    store: dynamoTranscriptionRepository(table, liveLimits()),
    audio,
    ...sources,
    holdFor: holdFor({ prepaid: livePrepaid(), recordUpload, ...sources }),
    recordUpload,
    sendFetch: liveFetchQueue(),
    sendSplit: liveSplitQueue(),
    now,
    retentionDays: liveRetentionDays(),
  };
};

import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveWebhookQueue } from './queues.ts';
import { liveLimits } from './settings.ts';

/** The repository for functions that end jobs: each end also queues its webhook event. It knows no limits. */
export const liveJobsWithEvents = (table: Table): Omit<TranscriptionRepository, 'create' | 'markSplit'> =>
  withWebhookEvents(dynamoTranscriptionRepository(table), liveWebhookQueue());

/** The same for the function that splits jobs, by the limits that the operator sets. */
export const liveLimitedJobs = (table: Table): TranscriptionRepository =>
  withWebhookEvents(dynamoTranscriptionRepository(table, liveLimits()), liveWebhookQueue());

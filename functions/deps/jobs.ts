import {
  dynamoJobs,
  dynamoTranscriptionRepository,
  type StoredJobs,
} from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveWebhookQueue } from './queues.ts';
import { liveLimits } from './settings.ts';

/** The repository for functions that end jobs: it also queues a webhook event for each end. */
export const liveJobsWithEvents = (table: Table): StoredJobs =>
  withWebhookEvents(dynamoJobs(table), liveWebhookQueue());

/** `liveJobsWithEvents` for the function that splits jobs, with the limits that the operator has set. */
export const liveLimitedJobs = (table: Table): TranscriptionRepository =>
  withWebhookEvents(dynamoTranscriptionRepository(table, liveLimits()), liveWebhookQueue());

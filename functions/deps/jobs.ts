import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { liveWebhookQueue } from './queues.ts';

/** The repository for functions that end jobs: each end also queues its webhook event. */
export const liveJobsWithEvents = (table: Table, limits?: Limits): TranscriptionRepository =>
  withWebhookEvents(dynamoTranscriptionRepository(table, limits), liveWebhookQueue());

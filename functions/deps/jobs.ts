import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';
import type { TranscriptionStore } from '#lib/domain/transcriptions/store.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { liveWebhookQueue } from './queues.ts';

/** The transcriptions, for a function that ends some: each end queues its webhook event. */
export const liveJobsWithEvents = (table: Table, limits?: Limits): TranscriptionStore =>
  withWebhookEvents(dynamoTranscriptionStore(table, limits), liveWebhookQueue());

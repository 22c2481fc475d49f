import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveWebhookQueue } from './queues.ts';
import { liveLimits } from './settings.ts';

/** Sends test events and redeliveries, and limits how many an organization may ask for. */
export const liveRestarts = (table: Table) => ({
  send: liveWebhookQueue(),
  countTest: testCounter(table, liveLimits().webhookTestsPerMinute),
});

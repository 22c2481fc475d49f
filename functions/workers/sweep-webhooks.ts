import { dynamodb, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { groupOf } from '#lib/domain/webhooks/messages.ts';
import { sweepWebhooks } from '#lib/domain/webhooks/sweep-webhooks.ts';

const config = readConfig({ TABLE_NAME: text, WEBHOOK_QUEUE_URL: text });
// Before Lambda's own limit of 50 seconds: what is left is swept in a minute.
const sweepMs = 40_000;

const deps = {
  table: openTable(dynamodb(), config.TABLE_NAME),
  send: openQueue(sqs(), config.WEBHOOK_QUEUE_URL, groupOf),
  now: () => new Date(),
};

export const handler = (): Promise<void> =>
  sweepWebhooks({ ...deps, deadline: new Date(Date.now() + sweepMs) });

import { dynamodb, kms, sqs } from '#lib/platform/aws/clients.ts';
import { openDecryption } from '#lib/platform/aws/kms.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { allowListVariables, readAllowList } from '#lib/platform/net/allow-list.ts';
import { liveSafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { poster } from '#lib/domain/webhooks/attempt.ts';
import { deliverWebhook } from '#lib/domain/webhooks/deliver.ts';
import { groupOf, WebhookMessage } from '#lib/domain/webhooks/messages.ts';

const config = readConfig({
  TABLE_NAME: text,
  WEBHOOK_QUEUE_URL: text,
  WEBHOOK_KEY_ARN: text,
  ...allowListVariables,
});
const deps = {
  table: openTable(dynamodb(), config.TABLE_NAME),
  send: openQueue(sqs(), config.WEBHOOK_QUEUE_URL, groupOf),
  decrypt: openDecryption(kms(), config.WEBHOOK_KEY_ARN),
  post: poster(liveSafeFetchDeps(readAllowList(config))),
  random: Math.random,
  now: () => new Date(),
};

export const handler = queueHandler(WebhookMessage, (message) => deliverWebhook(deps, message));

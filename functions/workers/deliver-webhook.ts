import { dynamodb, kms, sqs } from '#lib/aws/clients.ts';
import { openDecryption } from '#lib/aws/kms.ts';
import { openQueue } from '#lib/aws/queue.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { allowListVariables, readAllowList } from '#lib/net/allow-list.ts';
import { liveSafeFetchDeps } from '#lib/net/safe-fetch.ts';
import { queueHandler } from '#lib/queue/queue-handler.ts';
import { poster } from '#lib/webhooks/attempt.ts';
import { deliverWebhook } from '#lib/webhooks/deliver.ts';
import { groupOf, WebhookMessage } from '#lib/webhooks/messages.ts';

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

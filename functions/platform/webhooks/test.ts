import { dynamodb, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import { randomId } from '#lib/platform/ids.ts';
import { testWebhook } from '#lib/domain/webhooks/test-webhook.ts';
import { groupOf } from '#lib/domain/webhooks/messages.ts';

const config = readConfig({
  TABLE_NAME: text,
  ...consoleVariables,
  WEBHOOK_QUEUE_URL: text,
  LIMITS: limitsVariable,
});
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const send = openQueue(sqs(), config.WEBHOOK_QUEUE_URL, groupOf);
const countTest = testCounter(table, config.LIMITS.webhookTestsPerMinute);
const now = () => new Date();
const newId = () => randomId('evt');

export const handler = consoleEndpoint(
  { admit, contract: contracts.testWebhook },
  async ({ user, query, params }) => {
    const owner = await requireTenant(table)(user, query.project_id, query.mode);
    return testWebhook({ table, send, countTest, now, newId }, { ...owner, id: params.webhook_id });
  },
);

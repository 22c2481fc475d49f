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
import { redeliver } from '#lib/domain/webhooks/redeliver.ts';
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

export const handler = consoleEndpoint(
  { admit, contract: contracts.redeliver },
  async ({ user, query, params }) => {
    const owner = await requireTenant(table)(user, query.project_id, query.mode);
    const { webhook_id: endpointId, delivery_id: id } = params;
    return redeliver({ table, send, countTest, now }, { ...owner, endpointId, id });
  },
);

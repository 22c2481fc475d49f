import { dynamodb, sqs } from '#lib/aws/clients.ts';
import { openQueue } from '#lib/aws/queue.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { consoleAdmission, consoleEndpoint } from '#lib/http/console-endpoint.ts';
import { requireTenant } from '#lib/organizations/require.ts';
import * as contracts from '#lib/webhooks/contracts.ts';
import { randomId } from '#lib/ids.ts';
import { testWebhook } from '#lib/webhooks/test-webhook.ts';
import { groupOf } from '#lib/webhooks/messages.ts';

const config = readConfig({ TABLE_NAME: text, CONSOLE_ORIGIN: text, WEBHOOK_QUEUE_URL: text });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = consoleAdmission({ table, origin: config.CONSOLE_ORIGIN });
const send = openQueue(sqs(), config.WEBHOOK_QUEUE_URL, groupOf);
const now = () => new Date();
const newId = () => randomId('evt');

export const handler = consoleEndpoint(
  { admit, contract: contracts.testWebhook },
  async ({ user, query, params }) => {
    const { tenant } = await requireTenant(table)(user, query.project_id, query.mode);
    return testWebhook({ table, send, now, newId }, { tenant, id: params.webhook_id });
  },
);

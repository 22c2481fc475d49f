import { dynamodb, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleChangeEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { allowListVariables, readAllowList } from '#lib/platform/net/allow-list.ts';
import { liveSafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { urlChecker } from '#lib/domain/webhooks/check-url.ts';
import { changeWebhook } from '#lib/domain/webhooks/change-webhook.ts';
import { groupOf } from '#lib/domain/webhooks/messages.ts';

const config = readConfig({
  TABLE_NAME: text,
  ...consoleVariables,
  WEBHOOK_QUEUE_URL: text,
  ...allowListVariables,
});
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const send = openQueue(sqs(), config.WEBHOOK_QUEUE_URL, groupOf);
const checkUrl = urlChecker(liveSafeFetchDeps(readAllowList(config)));
const now = () => new Date();

export const handler = consoleChangeEndpoint(
  { admit, contract: contracts.changeWebhook },
  async ({ user, query, params, body }) => {
    const { tenant } = await requireTenant(table)(user, query.project_id, query.mode);
    return changeWebhook({ table, send, checkUrl, now }, { tenant, id: params.webhook_id }, body);
  },
);

import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { listWebhookDeliveries } from '#lib/domain/webhooks/list-deliveries.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const now = () => new Date();

export const handler = consoleEndpoint(
  { admit, contract: contracts.listDeliveries },
  async ({ user, query, params }) => {
    const { tenant } = await requireTenant(table)(user, query.project_id, query.mode);
    return listWebhookDeliveries({ table, now }, { tenant, id: params.webhook_id }, query);
  },
);

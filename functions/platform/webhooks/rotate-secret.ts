import { dynamodb, kms } from '#lib/platform/aws/clients.ts';
import { openEncryption } from '#lib/platform/aws/kms.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { rotateSecret } from '#lib/domain/webhooks/rotate-secret.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables, WEBHOOK_KEY_ARN: text });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const encrypt = openEncryption(kms(), config.WEBHOOK_KEY_ARN);
const now = () => new Date();

export const handler = consoleEndpoint(
  { admit, contract: contracts.rotateSecret },
  async ({ user, query, params }) => {
    const { tenant } = await requireTenant(table)(user, query.project_id, query.mode);
    return rotateSecret({ table, encrypt, now }, { tenant, id: params.webhook_id });
  },
);

import { dynamodb, kms } from '#lib/aws/clients.ts';
import { openEncryption } from '#lib/aws/kms.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { consoleAdmission, consoleEndpoint, consoleVariables } from '#lib/http/console-endpoint.ts';
import { requireTenant } from '#lib/organizations/require.ts';
import * as contracts from '#lib/webhooks/contracts.ts';
import { rotateSecret } from '#lib/webhooks/rotate-secret.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables, WEBHOOK_KEY_ARN: text });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = consoleAdmission(table, config);
const encrypt = openEncryption(kms(), config.WEBHOOK_KEY_ARN);
const now = () => new Date();

export const handler = consoleEndpoint(
  { admit, contract: contracts.rotateSecret },
  async ({ user, query, params }) => {
    const { tenant } = await requireTenant(table)(user, query.project_id, query.mode);
    return rotateSecret({ table, encrypt, now }, { tenant, id: params.webhook_id });
  },
);

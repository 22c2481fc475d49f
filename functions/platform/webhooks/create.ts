import { dynamodb, kms } from '#lib/platform/aws/clients.ts';
import { openEncryption } from '#lib/platform/aws/kms.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleCreateEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { allowListVariables, readAllowList } from '#lib/platform/net/allow-list.ts';
import { liveSafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { urlChecker } from '#lib/domain/webhooks/check-url.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { registerWebhook } from '#lib/domain/webhooks/register-webhook.ts';

const config = readConfig({
  TABLE_NAME: text,
  ...consoleVariables,
  WEBHOOK_KEY_ARN: text,
  LIMITS: limitsVariable,
  ...allowListVariables,
});
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const encrypt = openEncryption(kms(), config.WEBHOOK_KEY_ARN);
const checkUrl = urlChecker(liveSafeFetchDeps(readAllowList(config)));
const now = () => new Date();
const limits = config.LIMITS;

export const handler = consoleCreateEndpoint(
  { admit, contract: contracts.registerWebhook },
  async ({ user, route, ...input }) => {
    const { project_id: projectId, mode } = input.body;
    const owner = await requireTenant(table)(user, projectId, mode);
    const newId = () => idFor('whk', { owner: owner.tenant, route, key: input.idempotencyKey });
    return registerWebhook({ table, encrypt, checkUrl, now, newId, limits }, owner, input);
  },
);

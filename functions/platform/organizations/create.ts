import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleCreateEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import * as contracts from '#lib/domain/organizations/contracts.ts';
import { createOrganization } from '#lib/domain/organizations/create-organization.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables, LIMITS: limitsVariable });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const now = () => new Date();
const limits = config.LIMITS;

export const handler = consoleCreateEndpoint(
  { admit, contract: contracts.createOrganization },
  async ({ user, route, ...input }) => {
    const newId = () => idFor('org', { owner: user.id, route, key: input.idempotencyKey });
    return createOrganization({ table, now, newId, limits }, user, input);
  },
);

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
import { createProject } from '#lib/domain/organizations/create-project.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables, LIMITS: limitsVariable });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const organizationOf = requireOrganization(table);
const now = () => new Date();
const limits = config.LIMITS;

export const handler = consoleCreateEndpoint(
  { admit, contract: contracts.createProject },
  async ({ user, params, route, ...input }) => {
    const organization = await organizationOf(user, params.organization_id);
    const newId = () =>
      idFor('prj', { owner: organization.organizationId, route, key: input.idempotencyKey });
    return createProject({ table, now, newId, limits }, organization, input);
  },
);

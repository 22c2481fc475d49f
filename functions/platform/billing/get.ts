import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import * as contracts from '#lib/domain/billing/contracts.ts';
import { getBilling } from '#lib/domain/billing/get-billing.ts';
import { Products } from '#lib/domain/billing/products.ts';
import { readConfig, text, yesOrNo } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables, PRODUCTS: Products, PREPAID: yesOrNo });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const organizationOf = requireOrganization(table);
const deps = { table, products: config.PRODUCTS, prepaid: config.PREPAID };

export const handler = consoleEndpoint(
  { admit, contract: contracts.getBilling },
  async ({ user, params }) => {
    const { organizationId } = await organizationOf(user, params.organization_id);
    return getBilling(deps, organizationId);
  },
);

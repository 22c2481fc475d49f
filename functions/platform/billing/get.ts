import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import * as contracts from '#lib/billing/contracts.ts';
import { getBilling } from '#lib/billing/get-billing.ts';
import { Products } from '#lib/billing/products.ts';
import { readConfig, text, yesOrNo } from '#lib/config.ts';
import { consoleAdmission, consoleEndpoint, consoleVariables } from '#lib/http/console-endpoint.ts';
import { requireOrganization } from '#lib/organizations/require.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables, PRODUCTS: Products, PREPAID: yesOrNo });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = consoleAdmission(table, config);
const organizationOf = requireOrganization(table);
const deps = { table, products: config.PRODUCTS, prepaid: config.PREPAID };

export const handler = consoleEndpoint(
  { admit, contract: contracts.getBilling },
  async ({ user, params }) => {
    const { organizationId } = await organizationOf(user, params.organization_id);
    return getBilling(deps, organizationId);
  },
);

import { dynamodb, secretsManager } from '#lib/platform/aws/clients.ts';
import { readSecret } from '#lib/platform/aws/secret.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import * as contracts from '#lib/domain/billing/contracts.ts';
import { createCheckout } from '#lib/domain/billing/create-checkout.ts';
import { Products } from '#lib/domain/billing/products.ts';
import { openStripe, stripeVariables } from '#lib/domain/billing/stripe.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleCreateEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';

const config = readConfig({
  TABLE_NAME: text,
  ...consoleVariables,
  PRODUCTS: Products,
  // Only where something is sold.
  STRIPE_API_KEY_ARN: text.optional(),
  ...stripeVariables,
});
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const organizationOf = requireOrganization(table);
const keyArn = config.STRIPE_API_KEY_ARN;
const stripe = keyArn ? openStripe(await readSecret(secretsManager(), keyArn), config) : undefined;
const deps = {
  products: config.PRODUCTS,
  openCheckout: stripe?.openCheckout,
  consoleOrigin: config.CONSOLE_ORIGIN,
};

export const handler = consoleCreateEndpoint(
  { admit, contract: contracts.createCheckout },
  async ({ user, params, ...input }) =>
    createCheckout(deps, await organizationOf(user, params.organization_id), input),
);

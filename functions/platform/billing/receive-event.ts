import { dynamodb, secretsManager } from '#lib/aws/clients.ts';
import { readSecret } from '#lib/aws/secret.ts';
import { openTable } from '#lib/aws/table.ts';
import { paymentEventEndpoint } from '#lib/billing/payment-event-endpoint.ts';
import { dynamoPaymentStore } from '#lib/billing/payment-store.ts';
import { Products } from '#lib/billing/products.ts';
import { receiveEvent } from '#lib/billing/receive-event.ts';
import { eventVerifier, openStripe, stripeVariables } from '#lib/billing/stripe.ts';
import { readConfig, text } from '#lib/config.ts';
import { organizationExists } from '#lib/organizations/store.ts';

const config = readConfig({
  TABLE_NAME: text,
  PRODUCTS: Products,
  // Only where something is sold.
  STRIPE_API_KEY_ARN: text.optional(),
  STRIPE_SIGNING_SECRET_ARN: text.optional(),
  ...stripeVariables,
});

const openBooks = async (keyArn: string, signingArn: string) => {
  const secrets = secretsManager();
  const [key, signing] = await Promise.all([readSecret(secrets, keyArn), readSecret(secrets, signingArn)]);
  const table = openTable(dynamodb(), config.TABLE_NAME);
  const deps = {
    products: config.PRODUCTS,
    payments: dynamoPaymentStore(table),
    organizationExists: (id: string) => organizationExists(table, id),
    invoiceOf: openStripe(key, config).invoiceOf,
    now: () => new Date(),
  };
  return {
    isSigned: eventVerifier(signing),
    receive: (signed: unknown) => receiveEvent(deps, signed),
  };
};

const { STRIPE_API_KEY_ARN: keyArn, STRIPE_SIGNING_SECRET_ARN: signingArn } = config;

export const handler = paymentEventEndpoint(
  keyArn && signingArn ? await openBooks(keyArn, signingArn) : undefined,
);

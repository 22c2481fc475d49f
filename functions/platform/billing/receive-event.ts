import { dynamodb, secretsManager } from '#lib/platform/aws/clients.ts';
import { readSecret } from '#lib/platform/aws/secret.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { paymentEventEndpoint } from '#lib/domain/billing/payment-event-endpoint.ts';
import { dynamoPaymentStore } from '#lib/domain/billing/payment-store.ts';
import { Products } from '#lib/domain/billing/products.ts';
import { receiveEvent } from '#lib/domain/billing/receive-event.ts';
import { eventVerifier, openStripe, stripeVariables } from '#lib/domain/billing/stripe.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { organizationExists } from '#lib/domain/organizations/store.ts';

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

import {
  eventVerifier,
  openStripe,
  type PaymentProvider,
  stripeVariables,
} from '#lib/domain/billing/stripe.ts';
import { secretsManager } from '#lib/platform/aws/clients.ts';
import { withSecret } from '#lib/platform/aws/secret.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';
import type { IsSigned } from '../http/signature.ts';

// The secrets exist only in deployments that sell credit.
const config = readConfig({
  STRIPE_API_KEY_ARN: textVariable.optional(),
  STRIPE_SIGNING_SECRET_ARN: textVariable.optional(),
  ...stripeVariables,
});
const { STRIPE_API_KEY_ARN: keyArn, STRIPE_SIGNING_SECRET_ARN: signingArn } = config;

const stripe =
  keyArn === undefined
    ? undefined
    : withSecret(secretsManager(), keyArn, (apiKey) => openStripe(apiKey, config));

/** The payment provider; undefined if the deployment sells nothing. Its calls reject while the secret holds no API key. */
export const openPaymentProvider = (): PaymentProvider | undefined =>
  stripe && {
    openCheckout: async (order) => (await stripe()).openCheckout(order),
    invoiceOf: async (paymentIntentId) => (await stripe()).invoiceOf(paymentIntentId),
    isLive: async () => (await stripe()).isLive(),
    createCustomer: async (organizationId, gone) => (await stripe()).createCustomer(organizationId, gone),
    openPortal: async (customerId, returnUrl) => (await stripe()).openPortal(customerId, returnUrl),
    expireCheckoutsOf: async (customerId) => (await stripe()).expireCheckoutsOf(customerId),
    subscriptionsOf: async (customerId) => (await stripe()).subscriptionsOf(customerId),
    cardOf: async (customerId) => (await stripe()).cardOf(customerId),
    chargeCard: async (charge) => (await stripe()).chargeCard(charge),
    findCharge: async (charge) => (await stripe()).findCharge(charge),
    receiptOf: async (paymentId) => (await stripe()).receiptOf(paymentId),
  };

/** `openPaymentProvider`, but throws if the secret holds no API key. */
export const livePaymentProvider = async (): Promise<PaymentProvider | undefined> => {
  await stripe?.();
  return openPaymentProvider();
};

/** Checks the signature of payment events; undefined if the deployment sells nothing. Throws if the secret holds no signing secret. */
export const livePaymentSignature = async (): Promise<IsSigned | undefined> => {
  if (signingArn === undefined) return undefined;
  const verifier = withSecret(secretsManager(), signingArn, eventVerifier);
  await verifier();
  return async (body, signature) => (await verifier())(body, signature);
};

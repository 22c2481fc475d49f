import {
  eventVerifier,
  openStripe,
  type PaymentProvider,
  stripeVariables,
} from '#lib/domain/billing/stripe.ts';
import { secretsManager } from '#lib/platform/aws/clients.ts';
import { readSecret } from '#lib/platform/aws/secret.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';

// The secrets exist only in deployments that sell credit.
const config = readConfig({
  STRIPE_API_KEY_ARN: textVariable.optional(),
  STRIPE_SIGNING_SECRET_ARN: textVariable.optional(),
  ...stripeVariables,
});
const { STRIPE_API_KEY_ARN: keyArn, STRIPE_SIGNING_SECRET_ARN: signingArn } = config;

/** The payment provider; undefined if the deployment sells nothing. Throws if the secret holds no API key. */
export const livePaymentProvider = async (): Promise<PaymentProvider | undefined> =>
  keyArn === undefined ? undefined : openStripe(await readSecret(secretsManager(), keyArn), config);

/** Checks the signature of payment events; undefined if the deployment sells nothing. */
export const livePaymentSignature = async (): Promise<ReturnType<typeof eventVerifier> | undefined> =>
  signingArn === undefined ? undefined : eventVerifier(await readSecret(secretsManager(), signingArn));

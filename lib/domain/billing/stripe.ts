import Stripe from 'stripe';
import { textVariable } from '#lib/platform/config.ts';
import { lambdaVariables, type LambdaVariables, refuseInLambda } from '#lib/platform/laptop-only.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import type { Checkout, CheckoutOrder } from './create-checkout.ts';
import type { Subscription } from './list-subscriptions.ts';
import type { Card } from './top-up.ts';
import type { CardCharge, ChargeOutcome, MadeCharge } from './charge-attempt.ts';
import { calling } from './calling-stripe.ts';
import { cardCalls } from './stripe-cards.ts';
import { expireCheckoutsOf } from './stripe-checkouts.ts';
import { customerCalls } from './stripe-customers.ts';
import { openCheckout } from './stripe-open-checkout.ts';

/** The variables of `openStripe`, for `readConfig`. */
export const stripeVariables = { STRIPE_API_URL: textVariable.optional(), ...lambdaVariables };

type Variables = LambdaVariables & { readonly STRIPE_API_URL?: string | undefined };

/** The used part of Stripe. Every call throws `service_unavailable` when Stripe does not respond. */
export type PaymentProvider = {
  /** Undefined if the customer is gone: deleted, or made with a key of the other mode. */
  readonly openCheckout: (order: CheckoutOrder) => Promise<Created<Checkout> | undefined>;
  /** Repeated calls return the same customer, or the replacement of one that no longer exists (`gone`). */
  readonly createCustomer: (organizationId: string, gone?: string) => Promise<string>;
  /** Undefined if the customer is gone. Throws `capability_unavailable` until the operator has set up the portal. */
  readonly openPortal: (customerId: string, returnUrl: string) => Promise<string | undefined>;
  /** Closes the customer's checkout pages that are still to be paid. Throws `invalid_state` while one is being paid. */
  readonly expireCheckoutsOf: (customerId: string) => Promise<void>;
  readonly subscriptionsOf: (customerId: string) => Promise<readonly Subscription[]>;
  readonly cardOf: (customerId: string) => Promise<Card | undefined>;
  readonly chargeCard: (charge: CardCharge) => Promise<ChargeOutcome>;
  readonly findCharge: (charge: MadeCharge) => Promise<ChargeOutcome | undefined>;
  readonly receiptOf: (paymentId: string) => Promise<string | undefined>;
  readonly invoiceOf: (paymentIntentId: string) => Promise<string | undefined>;
  /** Whether the key takes real money. */
  readonly isLive: () => Promise<boolean>;
};

// Event and response shapes belong to a version; this is the package's own.
const apiVersion = '2026-10-28.endive';
// Both tries together take less time than API Gateway's timeout.
const limits = { timeout: 8_000, maxNetworkRetries: 1 } as const;
// The default of Stripe's libraries; it limits how long a captured event can be replayed.
const toleranceSeconds = 300;

/** Stripe's address: its default on AWS, configurable on the laptop. */
const addressOf = (variables: Variables) => {
  const { STRIPE_API_URL: url } = variables;
  if (url === undefined) return {};
  refuseInLambda('STRIPE_API_URL', variables);
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port, protocol: protocol === 'https:' ? ('https' as const) : ('http' as const) };
};

/** Throws when a secret is missing, so that the function does not start without it. */
const required = (secret: string, pattern: RegExp, what: string): string => {
  if (!pattern.test(secret))
    throw new Error(`${what} is missing from its secret. Store it there, then try again.`);
  return secret;
};

/** Stripe with this API key. Throws for an invalid key, and for a custom address on AWS. */
export const openStripe = (apiKey: string, variables: Variables): PaymentProvider => {
  const key = required(apiKey, /^(sk|rk)_\w+$/, 'The API key of Stripe');
  const stripe = new Stripe(key, { apiVersion, ...limits, telemetry: false, ...addressOf(variables) });
  return {
    ...customerCalls(stripe),
    ...cardCalls(stripe),
    expireCheckoutsOf: expireCheckoutsOf(stripe),
    openCheckout: openCheckout(stripe),
    isLive: async () => /^.._live_/.test(key),
    invoiceOf: async (paymentIntentId) => {
      const payment = { type: 'payment_intent' as const, payment_intent: paymentIntentId };
      const [paid] = (await calling(stripe.invoicePayments.list({ payment, limit: 1 }))).data;
      return typeof paid?.invoice === 'string' ? paid.invoice : paid?.invoice.id;
    },
  };
};

/** Verifies events with the signing secret of their endpoint. Throws for an invalid secret. */
export const eventVerifier = (signingSecret: string) => {
  const secret = required(signingSecret, /^whsec_\S+$/, "The signing secret of Stripe's events");
  const { signature: signatures } = Stripe.webhooks;
  if (!signatures) throw new Error('The Stripe package cannot verify signatures.');
  /** Whether Stripe signed these bytes within the tolerance. */
  return (body: Buffer, signature: string | undefined): boolean => {
    try {
      return signatures.verifyHeader(body, signature ?? '', secret, toleranceSeconds);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  };
};

import Stripe from 'stripe';
import { AppError } from '#lib/platform/errors.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import { log } from '#lib/platform/log.ts';
import { unlessGone } from './calling-stripe.ts';
import type { Checkout, CheckoutOrder } from './create-checkout.ts';
import type { Product } from './products.ts';

const pageOf = ({
  product,
  organizationId,
  customerId,
  metadata,
  successUrl,
  cancelUrl,
}: CheckoutOrder): Stripe.Checkout.SessionCreateParams => ({
  mode: product.kind === 'subscription' ? 'subscription' : 'payment',
  // Other currencies of the price may have amounts that differ from `products`.
  currency: 'usd',
  adaptive_pricing: { enabled: false },
  line_items: [{ price: product.priceId, quantity: 1 }],
  client_reference_id: organizationId,
  customer: customerId,
  metadata,
  ...(product.kind === 'subscription'
    ? { subscription_data: { metadata } }
    : {
        // Saves the card for automatic top-ups.
        payment_intent_data: { metadata, setup_future_usage: 'off_session' },
      }),
  success_url: successUrl,
  cancel_url: cancelUrl,
});

/** The message to a customer if Stripe and `products` disagree. The log tells the operator. */
const notForSale = ({ priceId }: Product, cause: unknown) => {
  log.error('payment.provider_failed', cause, { price_id: priceId });
  const message = 'This product cannot be bought at the moment. Ask the operator of this service.';
  return new AppError('capability_unavailable', message, { cause });
};

/** Throws before a person pays an amount that would not be credited. */
const assertAmount = (product: Product, { amount_subtotal: cents, currency }: Stripe.Checkout.Session) => {
  // The emulator on a laptop leaves the amount out.
  if (typeof cents !== 'number' || (cents === product.amountCents && currency === 'usd')) return;
  const error = new Error(
    `The price at Stripe is ${cents} ${currency}, in \`products\` ${product.amountCents} usd.`,
  );
  throw notForSale(product, error);
};

/** Opens a checkout page; undefined if Stripe does not know the customer. */
export const openCheckout = (stripe: Stripe) => {
  const create = async (order: CheckoutOrder) => {
    const { product, idempotencyKey } = order;
    const options = idempotencyKey === undefined ? {} : { idempotencyKey };
    try {
      return await unlessGone(stripe.checkout.sessions.create(pageOf(order), options));
    } catch (error) {
      // The price was archived, or has another currency.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) throw notForSale(product, error);
      throw error;
    }
  };
  return async (order: CheckoutOrder): Promise<Created<Checkout> | undefined> => {
    const session = await create(order);
    if (!session) return undefined;
    assertAmount(order.product, session);
    if (session.url === null) throw new Error('Stripe opened a checkout without a page.');
    const replayed = session.lastResponse.headers['idempotent-replayed'] === 'true';
    return { value: { id: session.id, url: session.url }, replayed };
  };
};

import type Stripe from 'stripe';
import type { Created } from '#lib/platform/idempotency.ts';
import { calling } from './calling-stripe.ts';
import type { Checkout, CheckoutOrder } from './create-checkout.ts';
import { unlessGone } from './unless-gone.ts';

const pageOf = ({
  product,
  organizationId,
  customerId,
  metadata,
  successUrl,
  cancelUrl,
}: CheckoutOrder): Stripe.Checkout.SessionCreateParams => ({
  mode: product.kind === 'subscription' ? 'subscription' : 'payment',
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

/** Opens a checkout page; undefined if Stripe does not know the customer. */
export const openCheckout =
  (stripe: Stripe) =>
  async (order: CheckoutOrder): Promise<Created<Checkout> | undefined> => {
    const { idempotencyKey } = order;
    const options = idempotencyKey === undefined ? {} : { idempotencyKey };
    const session = await unlessGone(calling(stripe.checkout.sessions.create(pageOf(order), options)));
    if (!session) return undefined;
    if (session.url === null) throw new Error('Stripe opened a checkout without a page.');
    const replayed = session.lastResponse.headers['idempotent-replayed'] === 'true';
    return { value: { id: session.id, url: session.url }, replayed };
  };

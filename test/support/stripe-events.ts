import Stripe from 'stripe';
import type { Product } from '#lib/domain/billing/products.ts';
import { ourMetadata, type ProviderEvent } from '#lib/domain/billing/payment-event.ts';

/** Two products with prices that cannot be divided evenly. */
export const pack: Product = {
  priceId: 'price_pack',
  kind: 'credit_pack',
  name: 'Pack',
  amountCents: 1_999,
  creditMicroUsd: 23_000_000,
};
export const plan: Product = {
  priceId: 'price_plan',
  kind: 'subscription',
  name: 'Plan',
  amountCents: 700,
  creditMicroUsd: 10_000_000,
};
export const products = [pack, plan];

type Sold = { readonly organizationId: string; readonly product: Product };

const event = (type: string, object: Record<string, unknown>, created?: number): ProviderEvent => ({
  type,
  data: { object },
  ...(created !== undefined && { created }),
});

/** A checkout event of Stripe. */
export const session = (
  { organizationId, product }: Sold,
  fields: Record<string, unknown> = {},
  type = 'checkout.session.completed',
): ProviderEvent => {
  const isPlan = product.kind === 'subscription';
  return event(type, {
    id: 'cs_1',
    object: 'checkout.session',
    mode: isPlan ? 'subscription' : 'payment',
    payment_status: 'paid',
    payment_intent: isPlan ? null : 'pi_1',
    invoice: isPlan ? 'in_1' : null,
    subscription: isPlan ? 'sub_1' : null,
    currency: 'usd',
    amount_subtotal: product.amountCents,
    amount_total: product.amountCents,
    client_reference_id: organizationId,
    metadata: ourMetadata(organizationId, product.priceId),
    ...fields,
  });
};

export const invoicePaid = (
  { organizationId, product }: Sold,
  fields: Record<string, unknown> = {},
): ProviderEvent =>
  event('invoice.paid', {
    id: 'in_1',
    object: 'invoice',
    currency: 'usd',
    amount_paid: product.amountCents,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: {
        subscription: 'sub_1',
        metadata: ourMetadata(organizationId, product.priceId),
      },
    },
    lines: {
      object: 'list',
      data: [
        {
          amount: product.amountCents,
          pricing: { type: 'price_details', price_details: { price: product.priceId, product: 'prod_1' } },
        },
      ],
    },
    ...fields,
  });

/** A refund event of Stripe. Each refund of a payment has its own `id`. */
export const refunded = (
  intent: string,
  cents: number,
  fields: Record<string, unknown> = {},
  kind: 'created' | 'updated' | 'failed' = 'created',
): ProviderEvent =>
  event(`refund.${kind}`, {
    id: `re_${intent}`,
    object: 'refund',
    payment_intent: intent,
    amount: cents,
    status: 'succeeded',
    ...fields,
  });

/** A dispute event of Stripe. `created` is its time in seconds. */
export const dispute = (
  kind: 'created' | 'funds_withdrawn' | 'funds_reinstated' | 'closed',
  intent: string,
  fields: { readonly amount: number; readonly id?: string; readonly status?: string },
  created?: number,
): ProviderEvent =>
  event(
    `charge.dispute.${kind}`,
    {
      id: `dp_${intent}`,
      object: 'dispute',
      payment_intent: intent,
      status: kind === 'funds_reinstated' ? 'won' : 'needs_response',
      ...fields,
    },
    created,
  );

/** The payload and signature header of an event that Stripe sends at `now`. */
export const signed = (one: object, secret: string, now = new Date()) => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', api_version: '2026-10-28.endive', ...one });
  const timestamp = Math.floor(now.getTime() / 1000);
  return { payload, header: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
};

import * as z from 'zod';
import { shareOf } from '#lib/domain/money.ts';
import type { PaymentEvent } from './payment.ts';
import { type Product, productOf } from './products.ts';

/** Metadata that the provider stores with a checkout and returns with its events. */
export const ourMetadata = (organizationId: string, priceId: string) => ({
  organization_id: organizationId,
  price_id: priceId,
});

/** An id, or the expanded object. */
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? undefined);
const cents = z.int().min(0);
const metadata = z
  .object({ organization_id: z.string(), price_id: z.string() })
  .partial()
  .nullish()
  .transform((known) => known ?? {});

const Session = z.object({
  id: z.string(),
  mode: z.string(),
  payment_status: z.string(),
  payment_intent: reference,
  subscription: reference,
  currency: z.string().nullish(),
  amount_subtotal: cents.nullish(),
  amount_total: cents.nullish(),
  metadata,
});

// Older versions of Stripe's API lack these keys. The keys may be null but not absent, so that such events are not
// mistaken for other applications' events.
const Invoice = z.object({
  id: z.string(),
  currency: z.string(),
  amount_paid: cents,
  parent: z.object({ subscription_details: z.object({ metadata }).nullish() }).nullable(),
  lines: z.object({
    data: z.array(
      z.object({
        amount: z.int(),
        pricing: z.object({ price_details: z.object({ price: reference }).nullish() }).nullable(),
      }),
    ),
  }),
});

const Refund = z.object({
  id: z.string(),
  payment_intent: reference,
  amount: cents,
  status: z.string().nullable(),
});
const Dispute = z.object({ id: z.string(), payment_intent: reference, amount: cents, status: z.string() });

/** The used part of an event. */
export const ProviderEvent = z.object({
  type: z.string(),
  /** In seconds since the epoch. Only the emulator on a laptop leaves it and `livemode` out. */
  created: z.int().min(0).optional(),
  /** Whether the event is about real money. */
  livemode: z.boolean().optional(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
export type ProviderEvent = z.infer<typeof ProviderEvent>;

/** The meaning of an event for the ledger. */
export type ParsedEvent =
  | { readonly kind: 'payment'; readonly paymentId: string; readonly change: PaymentEvent }
  /** Whether the intent paid an invoice is known to the provider. */
  | { readonly kind: 'reversal'; readonly paymentIntentId: string; readonly change: PaymentEvent }
  | { readonly kind: 'ignored'; readonly reason: string }
  /** A payment for an unlisted product or an unknown organization, or of the other mode. */
  | { readonly kind: 'uncredited'; readonly reason: string };

const ignored = (reason: string): ParsedEvent => ({ kind: 'ignored', reason });
export const uncredited = (reason: string): ParsedEvent => ({ kind: 'uncredited', reason });

/**
 * The credit for the amount paid: the product's credit in proportion to its price. Amounts that a coupon or the
 * customer's balance at the provider covered were not paid.
 */
const credited = (paymentId: string, { product, organizationId, paidCents }: Sale): ParsedEvent => {
  if (paidCents === 0) return ignored('unpaid');
  const { priceId, creditMicroUsd, amountCents } = product;
  const microUsd = shareOf(creditMicroUsd, paidCents, amountCents);
  const credit = { organizationId, priceId, paidCents, microUsd };
  return { kind: 'payment', paymentId, change: { kind: 'credit', credit } };
};

type Sale = { readonly product: Product; readonly organizationId: string; readonly paidCents: number };

const ofSession = (session: z.infer<typeof Session>, products: readonly Product[]): ParsedEvent => {
  if (session.payment_status !== 'paid') return ignored('unpaid');
  const { organization_id: organizationId, price_id: priceId } = session.metadata;
  if (organizationId === undefined || priceId === undefined) return ignored('not_ours');
  const isSubscription = session.mode === 'subscription';
  const product = productOf(products, priceId, isSubscription ? 'subscription' : 'credit_pack');
  if (!product) return uncredited('unknown_price');
  const { currency, amount_subtotal: subtotal, amount_total: total } = session;
  const isOther = typeof subtotal === 'number' && (subtotal !== product.amountCents || currency !== 'usd');
  if (isOther) return uncredited('other_amount');
  // Only the invoice has the paid amount, and renewals have no checkout.
  if (isSubscription && session.subscription !== undefined) return ignored('credited_by_invoice');
  const paidCents = total ?? product.amountCents;
  return credited(session.payment_intent ?? session.id, { product, organizationId, paidCents });
};

const ofInvoice = (invoice: z.infer<typeof Invoice>, products: readonly Product[]): ParsedEvent => {
  const ours = invoice.parent?.subscription_details?.metadata;
  const organizationId = ours?.organization_id;
  if (organizationId === undefined || ours?.price_id === undefined) return ignored('not_ours');
  // A trial, a partial period or several units of one product have another amount. They are not the product that was sold.
  const sold = invoice.lines.data.flatMap(({ amount, pricing }) => {
    const product = productOf(products, pricing?.price_details?.price ?? '', 'subscription');
    return product ? [{ product, amount }] : [];
  });
  const product = sold.find((one) => one.product.amountCents === one.amount)?.product;
  if (!product || invoice.currency !== 'usd') {
    if (invoice.amount_paid === 0) return ignored('unpaid');
    return uncredited(sold.length > 0 ? 'other_amount' : 'unknown_price');
  }
  return credited(invoice.id, { product, organizationId, paidCents: invoice.amount_paid });
};

const reversal = (paymentIntentId: string | undefined, change: PaymentEvent): ParsedEvent =>
  paymentIntentId === undefined ? ignored('not_ours') : { kind: 'reversal', paymentIntentId, change };

const ofRefund = (refund: z.infer<typeof Refund>, reportedAt: number): ParsedEvent => {
  const { id, payment_intent: intent, amount, status } = refund;
  const isReversed = status === 'failed' || status === 'canceled';
  return reversal(intent, { kind: 'refund', id, cents: amount, isReversed, reportedAt });
};

const ofDispute = (type: string, dispute: z.infer<typeof Dispute>, reportedAt: number): ParsedEvent => {
  const { id, payment_intent: intent, amount, status } = dispute;
  // Of a lost dispute, only what was refunded before comes back.
  const isReversed = status === 'won' || (type.endsWith('.funds_reinstated') && status !== 'lost');
  // An inquiry of a bank does not take money yet.
  const isInquiry = status.startsWith('warning_') || status === 'prevented';
  if (isInquiry && !isReversed && !type.endsWith('.funds_withdrawn')) return ignored('inquiry');
  return reversal(intent, { kind: 'dispute', id, cents: amount, isReversed, reportedAt });
};

/** Parses an event. Prices and credits come from the price list; the event says what was bought and paid. Throws a `ZodError` for an invalid event. */
export const parseEvent = (
  { type, created = 0, data: { object } }: ProviderEvent,
  products: readonly Product[],
): ParsedEvent => {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return ofSession(Session.parse(object), products);
    case 'invoice.paid':
      return ofInvoice(Invoice.parse(object), products);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return ofRefund(Refund.parse(object), created);
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return ofDispute(type, Dispute.parse(object), created);
    default:
      return ignored('unknown_type');
  }
};

import Stripe from 'stripe';
import * as z from 'zod';
import { secondMs } from '#lib/platform/durations.ts';
import { log } from '#lib/platform/log.ts';
import type { CardCharge, ChargeOutcome, MadeCharge } from './charge-attempt.ts';
import { calling, unlessGone } from './calling-stripe.ts';
import type { Card } from './top-up.ts';

const Method = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullish(),
});
const WithDefault = z.object({
  invoice_settings: z.object({ default_payment_method: Method.nullish() }).nullish(),
});

const cardOfMethod = (method: unknown): Card | undefined => {
  const { id, card } = Method.safeParse(method).data ?? {};
  return id !== undefined && card ? { id, brand: card.brand, last4: card.last4 } : undefined;
};

// The maximum difference between our clock and Stripe's, which counts whole seconds.
const maxSkewSeconds = 10;
// More payments than a customer makes in the hours after an attempt.
const maxListed = 10_000;
/** The outcome that counts if there are several: the first of these. */
const order: readonly ChargeOutcome['kind'][] = ['paid', 'under_way', 'refused'];

const refusedBy = (code: string | undefined): ChargeOutcome => ({
  kind: 'refused',
  reason: code === 'authentication_required' ? code : 'declined',
});

const outcomeOf = ({ id, status, last_payment_error: error }: Stripe.PaymentIntent): ChargeOutcome => {
  if (status === 'succeeded') return { kind: 'paid', paymentId: id };
  if (status === 'processing' || status === 'requires_confirmation') return { kind: 'under_way' };
  return refusedBy(status === 'requires_action' ? 'authentication_required' : error?.code);
};

const refused = (error: unknown): ChargeOutcome => {
  if (error instanceof Stripe.errors.StripeCardError) return refusedBy(error.code);
  // Stripe has charged nothing: the card was removed since it was found.
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    log.error('payment.provider_failed', error);
    return refusedBy(undefined);
  }
  throw error;
};

/** Payments with a saved card that no person confirms. */
export const cardCalls = (stripe: Stripe) => ({
  /** The customer's default card, or the one that was saved last. */
  cardOf: async (customer: string): Promise<Card | undefined> => {
    const expand = ['invoice_settings.default_payment_method'];
    const known = await unlessGone(stripe.customers.retrieve(customer, { expand }));
    const { invoice_settings: settings } = WithDefault.safeParse(known).data ?? {};
    const preferred = cardOfMethod(settings?.default_payment_method);
    if (preferred) return preferred;
    const saved = stripe.paymentMethods.list({ customer, type: 'card', limit: 1 });
    return cardOfMethod((await unlessGone(saved))?.data[0]);
  },
  chargeCard: async ({ customerId, cardId, cents, metadata, idempotencyKey }: CardCharge) => {
    try {
      const intent = await calling(
        stripe.paymentIntents.create(
          {
            amount: cents,
            currency: 'usd',
            customer: customerId,
            payment_method: cardId,
            allowed_payment_method_types: ['card'],
            off_session: true,
            confirm: true,
            description: 'Automatic top-up',
            metadata,
          },
          { idempotencyKey },
        ),
      );
      return outcomeOf(intent);
    } catch (error) {
      return refused(error);
    }
  },
  findCharge: async ({ customerId, organizationId, number, begunAt }: MadeCharge) => {
    const created = { gte: Math.floor(new Date(begunAt).getTime() / secondMs) - maxSkewSeconds };
    const listed = stripe.paymentIntents.list({ customer: customerId, created, limit: 100 });
    const found = await unlessGone(listed.autoPagingToArray({ limit: maxListed }));
    const outcomes = (found ?? [])
      .filter(
        ({ metadata }) =>
          metadata['organization_id'] === organizationId && metadata['top_up'] === String(number),
      )
      .map(outcomeOf);
    return outcomes.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))[0];
  },
});

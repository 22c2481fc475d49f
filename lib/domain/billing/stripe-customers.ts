import Stripe from 'stripe';
import { AppError } from '#lib/platform/errors.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { log } from '#lib/platform/log.ts';
import { calling, unlessGone } from './calling-stripe.ts';
import type { Subscription } from './list-subscriptions.ts';

// More subscriptions are possible only if an organization buys the same plan again and again.
const maxSubscriptions = 20;

const viewSubscription = ({
  id,
  status,
  items,
  cancel_at_period_end,
  cancel_at,
}: Stripe.Subscription): Subscription => {
  const [item] = items.data;
  return {
    id,
    status,
    priceId: item?.price.id ?? '',
    periodEndsAt: item ? new Date(item.current_period_end * 1000).toISOString() : null,
    isCanceled: cancel_at_period_end || cancel_at !== null,
  };
};

// The error has no code. Its text varies around these words.
const isNotSetUp = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.message.includes('portal settings');

/** The calls to Stripe for an organization that has bought something. */
export const customerCalls = (stripe: Stripe) => ({
  createCustomer: async (organizationId: string, gone?: string): Promise<string> => {
    const metadata = { organization_id: organizationId };
    // For a day, Stripe answers the first key with the deleted customer.
    const idempotencyKey = derivedId('cus', gone === undefined ? [organizationId] : [organizationId, gone]);
    return (await calling(stripe.customers.create({ metadata }, { idempotencyKey }))).id;
  },
  openPortal: async (customer: string, return_url: string): Promise<string | undefined> => {
    try {
      const created = stripe.billingPortal.sessions.create({ customer, return_url });
      return (await unlessGone(created))?.url;
    } catch (error) {
      if (!isNotSetUp(error)) throw error;
      log.error('payment.provider_failed', error);
      const message =
        "The operator of this service has not set up the payment provider's portal yet. Ask them.";
      throw new AppError('capability_unavailable', message, { cause: error });
    }
  },
  subscriptionsOf: async (customer: string): Promise<readonly Subscription[]> => {
    const listed = await unlessGone(stripe.subscriptions.list({ customer, limit: maxSubscriptions }));
    // Of those that have ended, Stripe leaves out the canceled ones only.
    const lasting = (listed?.data ?? []).filter(({ status }) => status !== 'incomplete_expired');
    return lasting.map(viewSubscription);
  },
  receiptOf: async (paymentId: string): Promise<string | undefined> => {
    if (paymentId.startsWith('in_'))
      return (await calling(stripe.invoices.retrieve(paymentId))).hosted_invoice_url ?? undefined;
    if (!paymentId.startsWith('pi_')) return undefined;
    const expand = ['latest_charge'];
    const { latest_charge: charge } = await calling(stripe.paymentIntents.retrieve(paymentId, { expand }));
    return typeof charge === 'object' ? (charge?.receipt_url ?? undefined) : undefined;
  },
});

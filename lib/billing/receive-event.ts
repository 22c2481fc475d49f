import { log } from '#lib/log.ts';
import { announcementOf, type ProviderEvent } from './payment-event.ts';
import type { PaymentStore } from './payment-store.ts';
import type { Product } from './products.ts';
import { recordHappening } from './record-happening.ts';

export type ReceiveEventDeps = {
  readonly products: readonly Product[];
  readonly payments: PaymentStore;
  /** The invoice that a payment intent paid, if it paid one; asks the payment provider. */
  readonly invoiceOf: (paymentIntentId: string) => Promise<string | undefined>;
  readonly now: () => Date;
};

/** Of one-time payments the intent is the payment, of subscriptions the invoice is. */
const paymentOf = async (deps: ReceiveEventDeps, paymentIntentId: string): Promise<string> => {
  if ((await deps.payments.find(paymentIntentId)).credit) return paymentIntentId;
  return (await deps.invoiceOf(paymentIntentId)) ?? paymentIntentId;
};

/** Takes an event of the payment provider into the books, once, whenever and however often it comes. */
export const receiveEvent = async (deps: ReceiveEventDeps, event: ProviderEvent): Promise<void> => {
  const announced = announcementOf(event, deps.products);
  if (announced.kind === 'ignored' || announced.kind === 'uncredited') {
    const { id } = event.data.object;
    const thing = typeof id === 'string' ? id : null;
    log.info(`payment.${announced.kind}`, { type: event.type, reason: announced.reason, thing });
    return;
  }
  const { happening } = announced;
  const paymentId =
    announced.kind === 'payment' ? announced.paymentId : await paymentOf(deps, announced.paymentIntentId);
  const lines = await recordHappening(deps, paymentId, happening);
  for (const { kind, organizationId } of lines)
    log.info('payment.recorded', {
      type: event.type,
      payment_id: paymentId,
      kind,
      organization: organizationId,
    });
};

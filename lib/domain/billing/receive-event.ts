import * as z from 'zod';
import { log } from '#lib/platform/log.ts';
import { type ParsedEvent, parseEvent, ProviderEvent, uncredited } from './payment-event.ts';
import type { PaymentRepository } from './payment-repository.ts';
import type { Product } from './products.ts';
import { recordPaymentEvent } from './record-payment-event.ts';

export type ReceiveEventDeps = {
  readonly products: readonly Product[];
  readonly payments: PaymentRepository;
  /** The invoice that a payment intent paid, if it paid one; asks the payment provider. */
  readonly invoiceOf: (paymentIntentId: string) => Promise<string | undefined>;
  readonly organizationExists: (organizationId: string) => Promise<boolean>;
  readonly now: () => Date;
};

/** Of one-time payments the intent is the payment, of subscriptions the invoice is. */
const paymentOf = async (deps: ReceiveEventDeps, paymentIntentId: string): Promise<string> => {
  if ((await deps.payments.find(paymentIntentId)).credit) return paymentIntentId;
  return (await deps.invoiceOf(paymentIntentId)) ?? paymentIntentId;
};

type Read = { readonly event: ProviderEvent; readonly announced: ParsedEvent };

const Named = z.object({ id: z.string(), type: z.string() }).partial().catch({});

/** Undefined, and logged, for what is no event that can be read: sent again it would be no other. */
const readEvent = (signed: unknown, products: readonly Product[]): Read | undefined => {
  try {
    const event = ProviderEvent.parse(signed);
    return { event, announced: parseEvent(event, products) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const { id, type } = Named.parse(signed);
    log.error('payment.unreadable', error, { event_id: id, type });
    return undefined;
  }
};

/** Credit of an organization that is not there is not booked: nobody could spend it, and nobody would miss it. */
const withOwner = async (deps: ReceiveEventDeps, announced: ParsedEvent): Promise<ParsedEvent> => {
  if (announced.kind !== 'payment' || announced.happening.kind !== 'credit') return announced;
  const { organizationId } = announced.happening.credit;
  return (await deps.organizationExists(organizationId)) ? announced : uncredited('unknown_organization');
};

/**
 * Takes what the payment provider signed into the books, once, whenever and however often it comes. Rejects only where the
 * same event may be taken when it is sent again.
 */
export const receiveEvent = async (deps: ReceiveEventDeps, signed: unknown): Promise<void> => {
  const read = readEvent(signed, deps.products);
  if (!read) return;
  const { type, data } = read.event;
  const announced = await withOwner(deps, read.announced);
  if (announced.kind === 'ignored' || announced.kind === 'uncredited') {
    const { id } = data.object;
    const thing = typeof id === 'string' ? id : null;
    log.info(`payment.${announced.kind}`, { type, reason: announced.reason, thing });
    return;
  }
  const { happening } = announced;
  const paymentId =
    announced.kind === 'payment' ? announced.paymentId : await paymentOf(deps, announced.paymentIntentId);
  const lines = await recordPaymentEvent(deps, paymentId, happening);
  for (const { kind, organizationId } of lines)
    log.info('payment.recorded', { type, payment_id: paymentId, kind, organization: organizationId });
};

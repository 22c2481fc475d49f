import * as z from 'zod';
import { log } from '#lib/platform/log.ts';
import { type ParsedEvent, parseEvent, ProviderEvent, uncredited } from './payment-event.ts';
import type { PaymentEvent } from './payment.ts';
import type { PaymentRepository } from './payment-repository.ts';
import type { Product } from './products.ts';
import { logRecorded, recordPaymentEvent } from './record-payment-event.ts';

export type ReceiveEventDeps = {
  readonly products: readonly Product[];
  readonly payments: PaymentRepository;
  /** Whether the API key of the payment provider takes real money. */
  readonly isLive: () => Promise<boolean>;
  /** The invoice that a payment intent paid, if any. Calls the payment provider. */
  readonly invoiceOf: (paymentIntentId: string) => Promise<string | undefined>;
  /** Also true for a deleted organization, whose payments may still be refunded. */
  readonly organizationExists: (organizationId: string) => Promise<boolean>;
  readonly isDeleted: (organizationId: string) => Promise<boolean>;
  /** Stops automatic purchases of an organization until a person orders them again. */
  readonly stopTopUp: (organizationId: string) => Promise<void>;
  readonly now: () => Date;
};

/** The payment is the intent itself for a one-time payment, and the invoice for a subscription. */
const paymentOf = async (deps: ReceiveEventDeps, paymentIntentId: string): Promise<string> => {
  if ((await deps.payments.find(paymentIntentId)).credit) return paymentIntentId;
  return (await deps.invoiceOf(paymentIntentId)) ?? paymentIntentId;
};

type Read = { readonly event: ProviderEvent; readonly parsed: ParsedEvent };

const Named = z.object({ id: z.string(), type: z.string() }).partial().catch({});

/** Parses an event. An unreadable event is logged and gives undefined, because a repetition would be the same. */
const readEvent = (signed: unknown, products: readonly Product[]): Read | undefined => {
  try {
    const event = ProviderEvent.parse(signed);
    return { event, parsed: parseEvent(event, products) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const { id, type } = Named.parse(signed);
    log.error('payment.unreadable', error, { event_id: id, type });
    return undefined;
  }
};

/**
 * Whether the event is about money that the API key does not take: test money with a live key, or real money with a
 * test key.
 */
const isOfOtherMode = async ({ isLive }: ReceiveEventDeps, { livemode }: ProviderEvent): Promise<boolean> =>
  livemode !== undefined && livemode !== (await isLive());

/** Does not book money of the other mode or credit for an unknown organization. */
const checked = async (deps: ReceiveEventDeps, { event, parsed }: Read): Promise<ParsedEvent> => {
  if (parsed.kind === 'ignored' || parsed.kind === 'uncredited') return parsed;
  if (await isOfOtherMode(deps, event)) return uncredited('other_mode');
  if (parsed.kind !== 'payment' || parsed.change.kind !== 'credit') return parsed;
  const { organizationId } = parsed.change.credit;
  return (await deps.organizationExists(organizationId)) ? parsed : uncredited('unknown_organization');
};

/** The paying organization, if it is deleted. Its credit cannot be used. */
const deletedPayer = async (deps: ReceiveEventDeps, change: PaymentEvent): Promise<string | undefined> => {
  if (change.kind !== 'credit') return undefined;
  const { organizationId } = change.credit;
  return (await deps.isDeleted(organizationId)) ? organizationId : undefined;
};

/**
 * Books a signed event once, however often it arrives. Rejects only when the same event may succeed when sent again.
 */
export const receiveEvent = async (deps: ReceiveEventDeps, signed: unknown): Promise<void> => {
  const read = readEvent(signed, deps.products);
  if (!read) return;
  const { type, data } = read.event;
  const parsed = await checked(deps, read);
  if (parsed.kind === 'ignored' || parsed.kind === 'uncredited') {
    const { id } = data.object;
    const objectId = typeof id === 'string' ? id : null;
    log.info(`payment.${parsed.kind}`, { type, reason: parsed.reason, thing: objectId });
    return;
  }
  const { change } = parsed;
  const paymentId =
    parsed.kind === 'payment' ? parsed.paymentId : await paymentOf(deps, parsed.paymentIntentId);
  // Read before the event is booked. If this read failed after the booking, the repeated event would change nothing and
  // log nothing.
  const deleted = await deletedPayer(deps, change);
  const lines = await recordPaymentEvent(deps, paymentId, change);
  logRecorded(lines, { type, paymentId });
  if (deleted === undefined || lines.length === 0) return;
  const error = new Error('The organization was deleted.');
  log.error('payment.of_deleted', error, { type, payment_id: paymentId, organization: deleted });
};

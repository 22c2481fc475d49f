import * as z from 'zod';
import { shareOf, exactSum } from '#lib/domain/money.ts';
import type { Line } from './line.ts';

const cents = z.int().min(0);

/**
 * A payment with all changes that were reported about it. Every event only adds to it, so events in any order, repeated
 * or not, give the same payment. The ledger gets the difference.
 */
export const Payment = z.object({
  /** The provider's id of a payment intent, or of a subscription's invoice. */
  id: z.string(),
  /** Undefined until the payment itself is reported; a refund may be reported first. */
  credit: z
    .object({ organizationId: z.string(), priceId: z.string(), paidCents: cents, microUsd: z.int().min(0) })
    .optional(),
  /** Refunded cents by charge. The provider reports the total of a charge's refunds. */
  refunds: z.record(z.string(), cents).default({}),
  /** Disputed cents by dispute, and whether the bank returned them. */
  disputes: z.record(z.string(), z.object({ cents, isReinstated: z.boolean() })).default({}),
  /** The credit taken back so far. */
  reversedMicroUsd: z.int().min(0).default(0),
  /** Number of writes. */
  version: z.int().min(0).default(0),
});
export type Payment = z.infer<typeof Payment>;

export type PaymentEvent =
  | { readonly kind: 'credit'; readonly credit: NonNullable<Payment['credit']> }
  | { readonly kind: 'refund'; readonly chargeId: string; readonly refundedCents: number }
  | {
      readonly kind: 'dispute';
      readonly disputeId: string;
      readonly cents: number;
      readonly isReinstated: boolean;
    };

/** One change of the balance, with the organization it belongs to. */
export type LedgerLine = {
  readonly organizationId: string;
  readonly kind: Line['kind'];
  readonly amountMicroUsd: number;
  /** The money that was paid. Negative if it was returned. A product may credit more or less than it costs. */
  readonly moneyCents: number;
};

const withPaymentEvent = (payment: Payment, change: PaymentEvent): Payment => {
  const { refunds, disputes } = payment;
  if (change.kind === 'credit') return { ...payment, credit: payment.credit ?? change.credit };
  if (change.kind === 'refund') {
    const { chargeId, refundedCents } = change;
    return {
      ...payment,
      refunds: { ...refunds, [chargeId]: Math.max(refunds[chargeId] ?? 0, refundedCents) },
    };
  }
  const known = disputes[change.disputeId];
  const isReinstated = change.isReinstated || (known?.isReinstated ?? false);
  const disputed = { cents: Math.max(known?.cents ?? 0, change.cents), isReinstated };
  return { ...payment, disputes: { ...disputes, [change.disputeId]: disputed } };
};

/** The returned cents, at most all that were paid. Zero until the paid amount is known. */
const returnedCents = ({ credit, refunds, disputes }: Payment): number => {
  const disputed = Object.values(disputes).map((one) => (one.isReinstated ? 0 : one.cents));
  return Math.min(credit?.paidCents ?? 0, exactSum([...Object.values(refunds), ...disputed]));
};

/** The credit to take back: its share of the returned cents, at most all of it. */
const reversal = (payment: Payment): number => {
  const { credit } = payment;
  if (!credit || credit.paidCents === 0) return 0;
  return shareOf(credit.microUsd, returnedCents(payment), credit.paidCents);
};

const kindOf = ({ refunds }: Payment, change: PaymentEvent, isMore: boolean): LedgerLine['kind'] => {
  if (change.kind === 'credit') return Object.keys(refunds).length > 0 ? 'refund' : 'dispute';
  if (change.kind === 'refund') return 'refund';
  return isMore ? 'dispute' : 'dispute_reversal';
};

/** Applies a change to a payment. Returns the new payment and the missing ledger lines, none if nothing changed. */
export const applyPaymentEvent = (
  before: Payment,
  change: PaymentEvent,
): { readonly payment: Payment; readonly lines: readonly LedgerLine[] } => {
  const changed = withPaymentEvent(before, change);
  const reversedMicroUsd = reversal(changed);
  const payment = { ...changed, reversedMicroUsd, version: before.version + 1 };
  const { credit } = payment;
  if (!credit) return { payment, lines: [] };
  const line = (kind: LedgerLine['kind'], amountMicroUsd: number, moneyCents: number): LedgerLine => ({
    organizationId: credit.organizationId,
    kind,
    amountMicroUsd,
    moneyCents,
  });
  const back = before.reversedMicroUsd - reversedMicroUsd;
  const backCents = returnedCents(before) - returnedCents(payment);
  return {
    payment,
    lines: [
      ...(before.credit ? [] : [line('credit', credit.microUsd, credit.paidCents)]),
      ...(back === 0 ? [] : [line(kindOf(payment, change, back < 0), back, backCents)]),
    ],
  };
};

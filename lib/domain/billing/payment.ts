import * as z from 'zod';
import { shareOf, sumMicroUsd } from '#lib/domain/money.ts';

const cents = z.int().min(0);

/**
 * A payment and all that was ever said of it. Every event only adds to it: whichever order they come in, however often,
 * they lead to the same payment, and the ledger is told the difference.
 */
export const Payment = z.object({
  /** Of the payment provider: a payment intent, or the invoice of a subscription. */
  id: z.string(),
  /** Undefined until the payment itself is announced; a refund may be told of before. */
  credit: z
    .object({ organizationId: z.string(), priceId: z.string(), paidCents: cents, microUsd: z.int().min(0) })
    .optional(),
  /** What was given back so far, by charge: the provider tells the sum of a charge's refunds. */
  refunds: z.record(z.string(), cents).default({}),
  /** What the customer's bank took back, or had taken and gave back, by dispute. */
  disputes: z.record(z.string(), z.object({ cents, isReinstated: z.boolean() })).default({}),
  /** What the ledger has lost again so far. */
  reversedMicroUsd: z.int().min(0).default(0),
  /** How often this was written. */
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
  readonly kind: 'credit' | 'refund' | 'dispute' | 'dispute_reversal';
  readonly amountMicroUsd: number;
};

const withPaymentEvent = (payment: Payment, happening: PaymentEvent): Payment => {
  const { refunds, disputes } = payment;
  if (happening.kind === 'credit') return { ...payment, credit: payment.credit ?? happening.credit };
  if (happening.kind === 'refund') {
    const { chargeId, refundedCents } = happening;
    return {
      ...payment,
      refunds: { ...refunds, [chargeId]: Math.max(refunds[chargeId] ?? 0, refundedCents) },
    };
  }
  const known = disputes[happening.disputeId];
  const isReinstated = happening.isReinstated || (known?.isReinstated ?? false);
  const disputed = { cents: Math.max(known?.cents ?? 0, happening.cents), isReinstated };
  return { ...payment, disputes: { ...disputes, [happening.disputeId]: disputed } };
};

/** What of the credit is to be taken back: its share of the payment that went back, all of it at most. */
const reversal = ({ credit, refunds, disputes }: Payment): number => {
  if (!credit || credit.paidCents === 0) return 0;
  const disputed = Object.values(disputes).map((one) => (one.isReinstated ? 0 : one.cents));
  const returned = sumMicroUsd([...Object.values(refunds), ...disputed]);
  return shareOf(credit.microUsd, returned, credit.paidCents);
};

const kindOf = ({ refunds }: Payment, happening: PaymentEvent, isMore: boolean): LedgerLine['kind'] => {
  if (happening.kind === 'credit') return Object.keys(refunds).length > 0 ? 'refund' : 'dispute';
  if (happening.kind === 'refund') return 'refund';
  return isMore ? 'dispute' : 'dispute_reversal';
};

/** The payment after a happening, and the lines that the ledger lacks; no lines when nothing has changed. */
export const applyPaymentEvent = (
  before: Payment,
  happening: PaymentEvent,
): { readonly payment: Payment; readonly lines: readonly LedgerLine[] } => {
  const told = withPaymentEvent(before, happening);
  const reversedMicroUsd = reversal(told);
  const payment = { ...told, reversedMicroUsd, version: before.version + 1 };
  const { credit } = payment;
  if (!credit) return { payment, lines: [] };
  const line = (kind: LedgerLine['kind'], amountMicroUsd: number): LedgerLine => ({
    organizationId: credit.organizationId,
    kind,
    amountMicroUsd,
  });
  const back = before.reversedMicroUsd - reversedMicroUsd;
  return {
    payment,
    lines: [
      ...(before.credit ? [] : [line('credit', credit.microUsd)]),
      ...(back === 0 ? [] : [line(kindOf(payment, happening, back < 0), back)]),
    ],
  };
};

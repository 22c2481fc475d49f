import * as z from 'zod';
import { shareOf, exactSum } from '#lib/domain/money.ts';
import type { Line } from './line.ts';

const Cents = z.int().min(0);

/**
 * Money that went back, by the provider's id of the refund or dispute. `isReversed`: it came again, or never left.
 * `reportedAt` is the time of the report that says so, in seconds since the epoch.
 */
const Return = z.object({ cents: Cents, isReversed: z.boolean(), reportedAt: z.int().min(0).default(0) });
type Return = z.infer<typeof Return>;
const Returns = z.record(z.string(), Return).default({});
type Returns = z.infer<typeof Returns>;

/**
 * A payment with all changes that were reported about it. Every event only adds to it, so events in any order, repeated
 * or not, give the same payment. The ledger gets the difference.
 */
export const Payment = z.object({
  /** The provider's id of a payment intent, or of a subscription's invoice. */
  id: z.string(),
  /** Undefined until the payment itself is reported; a refund may be reported first. */
  credit: z
    .object({ organizationId: z.string(), priceId: z.string(), paidCents: Cents, microUsd: z.int().min(0) })
    .optional(),
  refunds: Returns,
  disputes: Returns,
  /** The credit taken back so far. */
  reversedMicroUsd: z.int().min(0).default(0),
  /** Number of writes. */
  version: z.int().min(0).default(0),
});
export type Payment = z.infer<typeof Payment>;

export type PaymentEvent =
  | { readonly kind: 'credit'; readonly credit: NonNullable<Payment['credit']> }
  | ({
      readonly kind: 'refund' | 'dispute';
      /** The provider's id of the refund or dispute. */
      readonly id: string;
      /** Reversed is a refund that failed or was canceled, or a dispute whose money the bank returned. */
    } & Readonly<Return>);

/** One change of the balance, with the organization it belongs to. */
export type LedgerLine = {
  readonly organizationId: string;
  readonly kind: Line['kind'];
  readonly amountMicroUsd: number;
  /** The money that was paid. Negative if it was returned. A product may credit more or less than it costs. */
  readonly moneyCents: number;
};

/** Of two reports the later one counts: a bank may take the money of a dispute again that was won. */
const latest = (known: Return, more: Return): Return => {
  const cents = Math.max(known.cents, more.cents);
  if (known.reportedAt !== more.reportedAt)
    return { ...(known.reportedAt > more.reportedAt ? known : more), cents };
  return { ...more, cents, isReversed: known.isReversed || more.isReversed };
};

const withReturn = (returns: Returns, id: string, more: Return): Returns => {
  const known = returns[id];
  return { ...returns, [id]: known ? latest(known, more) : more };
};

const withPaymentEvent = (payment: Payment, change: PaymentEvent): Payment => {
  if (change.kind === 'credit') return { ...payment, credit: payment.credit ?? change.credit };
  const { kind, id, ...reported } = change;
  const list = kind === 'refund' ? 'refunds' : 'disputes';
  return { ...payment, [list]: withReturn(payment[list], id, reported) };
};

/** The returned cents, at most all that were paid. Zero until the paid amount is known. */
const returnedCents = ({ credit, refunds, disputes }: Payment): number => {
  const returns = [...Object.values(refunds), ...Object.values(disputes)];
  const left = returns.filter(({ isReversed }) => !isReversed).map(({ cents }) => cents);
  return Math.min(credit?.paidCents ?? 0, exactSum(left));
};

/** The credit to take back: its share of the returned cents, at most all of it. */
const reversal = (payment: Payment): number => {
  const { credit } = payment;
  if (!credit || credit.paidCents === 0) return 0;
  return shareOf(credit.microUsd, returnedCents(payment), credit.paidCents);
};

const kindOf = ({ refunds }: Payment, change: PaymentEvent, isMore: boolean): LedgerLine['kind'] => {
  if (change.kind === 'credit')
    return Object.values(refunds).some(({ isReversed }) => !isReversed) ? 'refund' : 'dispute';
  return isMore ? change.kind : `${change.kind}_reversal`;
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

import { isDeepStrictEqual } from 'node:util';
import { centsToMicroUsd } from '#lib/domain/money.ts';
import { log } from '#lib/platform/log.ts';
import { applyPaymentEvent, type PaymentEvent, type LedgerLine } from './payment.ts';
import type { PaymentRepository } from './payment-repository.ts';

/** The limit of optimistic retries. Each competing writer costs one retry. */
const maxAttempts = 100;

type RecordDeps = {
  readonly payments: PaymentRepository;
  readonly now: () => Date;
  /** Called before returned money is booked. Otherwise a top-up would buy the credit again at once. */
  readonly stopTopUp?: (organizationId: string) => Promise<void>;
};

/**
 * Applies a change to a payment and writes the missing ledger lines, which it returns. Idempotent, in any order and
 * concurrently.
 */
export const recordPaymentEvent = async (
  deps: RecordDeps,
  paymentId: string,
  change: PaymentEvent,
): Promise<readonly LedgerLine[]> => {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = await deps.payments.find(paymentId);
    const { payment, lines } = applyPaymentEvent(before, change);
    if (isDeepStrictEqual({ ...payment, version: before.version }, before)) return [];
    // Must come before the booking, because a repeated event that is already booked changes nothing and would not stop
    // the top-up.
    const returned = lines.find(({ amountMicroUsd }) => amountMicroUsd < 0);
    if (returned) await deps.stopTopUp?.(returned.organizationId);
    if (await deps.payments.save(payment, lines, deps.now())) return lines;
  }
  throw new Error('Too many concurrent writes of one payment.');
};

/** Logs the booked lines, which the metrics of money count. `type` is the provider's event, or our own action. */
export const logRecorded = (
  lines: readonly LedgerLine[],
  { type, paymentId }: { readonly type: string; readonly paymentId: string },
): void => {
  for (const { kind, organizationId, amountMicroUsd: amount_micro_usd, moneyCents } of lines) {
    log.info('payment.recorded', {
      type,
      payment_id: paymentId,
      kind,
      organization: organizationId,
      amount_micro_usd,
      money_micro_usd: centsToMicroUsd(moneyCents),
    });
  }
};

import { isDeepStrictEqual } from 'node:util';
import { centsToMicroUsd } from '#lib/domain/money.ts';
import { log } from '#lib/platform/log.ts';
import { applyPaymentEvent, type PaymentEvent, type LedgerLine } from './payment.ts';
import type { PaymentRepository } from './payment-repository.ts';

/** Bound on optimistic retries. Each competing writer costs one. */
const maxAttempts = 100;

type RecordDeps = {
  readonly payments: PaymentRepository;
  readonly now: () => Date;
  /** Called before money that was given back is booked, since it would be charged again at once. */
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
    // Not after it, because a repetition of a booked event changes nothing.
    const returned = lines.find(({ amountMicroUsd }) => amountMicroUsd < 0);
    if (returned) await deps.stopTopUp?.(returned.organizationId);
    if (await deps.payments.save(payment, lines, deps.now())) return lines;
  }
  throw new Error('Too many concurrent writes of one payment.');
};

/** Logs what was booked, which the money metrics count. `type` is the provider's event, or what we did ourselves. */
export const logRecorded = (
  lines: readonly LedgerLine[],
  { type, paymentId }: { readonly type: string; readonly paymentId: string },
): void => {
  for (const { kind, organizationId, amountMicroUsd: amount_micro_usd, moneyCents } of lines) {
    log.info('payment.recorded', {
      ...{ type, payment_id: paymentId, kind, organization: organizationId, amount_micro_usd },
      money_micro_usd: centsToMicroUsd(moneyCents),
    });
  }
};

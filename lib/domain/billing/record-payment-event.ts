import { isDeepStrictEqual } from 'node:util';
import { applyPaymentEvent, type PaymentEvent, type LedgerLine } from './payment.ts';
import type { PaymentRepository } from './payment-repository.ts';

/** Others that write about one payment at the same time are few: each of them is gone after one round. */
const maxRounds = 100;

/**
 * Notes what happened to a payment and brings the ledger up to it. Doing so twice, in any order or at once changes
 * nothing; the lines that were written come back.
 */
export const recordPaymentEvent = async (
  deps: { readonly payments: PaymentRepository; readonly now: () => Date },
  paymentId: string,
  happening: PaymentEvent,
): Promise<readonly LedgerLine[]> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const before = await deps.payments.find(paymentId);
    const { payment, lines } = applyPaymentEvent(before, happening);
    if (isDeepStrictEqual({ ...payment, version: before.version }, before)) return [];
    if (await deps.payments.save(payment, lines, deps.now())) return lines;
  }
  throw new Error('Too many write about one payment at once.');
};

import type { LedgerLine, Payment } from '#lib/domain/billing/payment.ts';
import { Payment as PaymentSchema } from '#lib/domain/billing/payment.ts';
import type { PaymentRepository } from '#lib/domain/billing/payment-repository.ts';

/** A `PaymentRepository` in memory with a readable ledger. */
export const memoryPayments = () => {
  const payments = new Map<string, Payment>();
  const lines: (LedgerLine & { readonly paymentId: string })[] = [];
  const credits = new Map<string, number>();
  const store: PaymentRepository = {
    find: async (id) => payments.get(id) ?? PaymentSchema.parse({ id }),
    save: async (payment, added) => {
      if ((payments.get(payment.id)?.version ?? 0) !== payment.version - 1) return false;
      payments.set(payment.id, payment);
      for (const line of added) {
        lines.push({ ...line, paymentId: payment.id });
        const { organizationId, amountMicroUsd } = line;
        credits.set(organizationId, (credits.get(organizationId) ?? 0) + amountMicroUsd);
      }
      return true;
    },
  };
  return { store, lines, credits };
};

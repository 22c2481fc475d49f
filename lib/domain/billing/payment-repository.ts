import type { Change, Item, Table, Write } from '#lib/platform/aws/table.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { sumMicroUsd } from '#lib/domain/money.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import { creditsKey, ledgerPk } from './keys.ts';
import { type LedgerLine, Payment } from './payment.ts';
import { dayMs, later, ttlAt } from '#lib/platform/durations.ts';

/** Payments and what they did to the ledger. Rejects on infrastructure faults only. */
export interface PaymentRepository {
  /** The payment as it is known, a blank one when nothing was ever said of it. */
  find(id: string): Promise<Payment>;
  /** Writes the payment and its lines, all or nothing; false when somebody else wrote that version of it before. */
  save(payment: Payment, lines: readonly LedgerLine[], now: Date): Promise<boolean>;
}

// Its organization is not known yet when a refund comes first, so a payment is found without one.
const paymentKey = (id: string) => ({ pk: `payment/${id}`, sk: 'payment' });

// The provider repeats an event for three days. Refunds of what somebody else sold by the same account are forgotten.
const orphanMs = 30 * dayMs;

const paymentChange = (payment: Payment, now: Date): Change => {
  const { id, credit, refunds, disputes, reversedMicroUsd, version } = payment;
  const set = `SET id = :id, refunds = :refunds, disputes = :disputes, reversedMicroUsd = :reversed, version = :version`;
  const values: Item = {
    ':id': id,
    ':refunds': refunds,
    ':disputes': disputes,
    ':reversed': reversedMicroUsd,
    ':version': version,
    ...(version > 1 && { ':seen': version - 1 }),
    ...(credit ? { ':credit': credit } : { ':ttl': ttlAt(later(now, orphanMs)) }),
  };
  return {
    key: paymentKey(id),
    set: credit ? `${set}, credit = :credit REMOVE #ttl` : `${set}, #ttl = :ttl`,
    where: version > 1 ? 'version = :seen' : 'attribute_not_exists(pk)',
    names: { '#ttl': 'ttl' },
    values,
  };
};

const lineWrites = (payment: Payment, lines: readonly LedgerLine[], now: Date): Write[] => {
  const [first] = lines;
  if (!first) return [];
  const { organizationId } = first;
  const createdAt = now.toISOString();
  const puts = lines.map(({ kind, amountMicroUsd }, at): Write => {
    const id = derivedId('led', [payment.id, String(payment.version), String(at)]);
    const line = { id, kind, amountMicroUsd, paymentId: payment.id, createdAt };
    return {
      put: { ...line, ...rowKey(ledgerPk(organizationId), line) },
      where: 'attribute_not_exists(pk)',
    };
  });
  const amount = sumMicroUsd(lines.map(({ amountMicroUsd }) => amountMicroUsd));
  const set = 'ADD creditMicroUsd :amount, unheldMicroUsd :amount';
  return [...puts, { update: { key: creditsKey(organizationId), set, values: { ':amount': amount } } }];
};

/** `PaymentRepository` on the one table. */
export const dynamoPaymentRepository = (table: Pick<Table, 'get' | 'transact'>): PaymentRepository => ({
  find: async (id) => Payment.parse((await table.get(paymentKey(id))) ?? { id }),
  save: async (payment, lines, now) => {
    const writes = [{ update: paymentChange(payment, now) }, ...lineWrites(payment, lines, now)];
    return (await table.transact(writes)).done;
  },
});

import type { Change, Item, Table, Write } from '#lib/platform/aws/table.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { exactSum } from '#lib/domain/money.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import { creditsKey, ledgerPk } from './keys.ts';
import { type LedgerLine, Payment } from './payment.ts';
import { dayMs, later, ttlAt } from '#lib/platform/durations.ts';

/** Payments and their ledger lines. Rejects on infrastructure errors only. */
export interface PaymentRepository {
  /** The stored payment, or a blank one. */
  find(id: string): Promise<Payment>;
  /** Writes the payment and its lines in one transaction; false if another writer wrote this version first. */
  save(payment: Payment, lines: readonly LedgerLine[], now: Date): Promise<boolean>;
}

// The key has no organization, because a refund may be reported first, when the organization is not known.
const paymentKey = (id: string) => ({ pk: `payment/${id}`, sk: 'payment' });

// The provider repeats an event for three days. Refunds that belong to other applications of the same account expire.
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
  const paid = payment.credit && { paidCents: payment.credit.paidCents };
  const createdAt = now.toISOString();
  const puts = lines.map(({ kind, amountMicroUsd }, at): Write => {
    const id = derivedId('led', [payment.id, String(payment.version), String(at)]);
    const line = {
      id,
      kind,
      amountMicroUsd,
      paymentId: payment.id,
      createdAt,
      ...(kind === 'credit' && paid),
    };
    return {
      put: { ...line, ...rowKey(ledgerPk(organizationId), line) },
      where: 'attribute_not_exists(pk)',
    };
  });
  const amount = exactSum(lines.map(({ amountMicroUsd }) => amountMicroUsd));
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

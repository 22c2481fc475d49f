import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProviderEvent } from '#lib/domain/billing/payment-event.ts';
import { receiveEvent } from '#lib/domain/billing/receive-event.ts';
import { memoryPayments } from '../../../support/memory-payments.ts';
import {
  dispute,
  invoicePaid,
  pack,
  plan,
  products,
  refunded,
  session,
} from '../../../support/stripe-events.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const returns = (maxLength: number) =>
  fc.array(fc.record({ share, isReversed: fc.boolean() }), { maxLength });
/** How often the bank changes its mind about a dispute: it is won after an odd number of times. */
const disputes = fc.array(fc.record({ share, turns: fc.nat(3) }), { maxLength: 2 });
const aSale = fc.record({
  organizationId: fc.constantFrom('org_a', 'org_b', 'org_c'),
  kind: fc.constantFrom('pack', 'late pack', 'first period', 'renewal'),
  /** Shares of the payment. */
  refunds: returns(3),
  disputes,
  isPaid: fc.boolean(),
  /** The paid share of the price, which a coupon or a balance at the provider may reduce. */
  paid: fc.oneof(fc.constantFrom(1, 1, 0), share),
});
type Sale = typeof aSale extends fc.Arbitrary<infer One> ? One : never;

/** All events of a sale, and the credit that must remain at the end. */
const history = (sale: Sale, at: number): { events: ProviderEvent[]; left: number } => {
  const product = sale.kind.includes('pack') ? pack : plan;
  const sold = { organizationId: sale.organizationId, product };
  const intent = `pi_${at}`;
  const invoice = `in_${at}`;
  const id = `cs_${at}`;
  const isPaid = sale.isPaid || sale.refunds.length > 0 || sale.disputes.length > 0;
  const cents = Math.round(sale.paid * product.amountCents);
  const total = { amount_total: cents };
  const amount_paid = cents;
  const unpaid = session(sold, { id, payment_intent: intent, payment_status: 'unpaid' });
  const paid = {
    pack: [session(sold, { id, payment_intent: intent, ...total })],
    'late pack': [
      unpaid,
      session(sold, { id, payment_intent: intent, ...total }, 'checkout.session.async_payment_succeeded'),
    ],
    'first period': [session(sold, { id, invoice }), invoicePaid(sold, { id: invoice, amount_paid })],
    renewal: [invoicePaid(sold, { id: invoice, amount_paid })],
  }[sale.kind];
  if (!isPaid) return { events: [unpaid], left: 0 };
  const returned = <T extends { readonly share: number }>(name: string, list: readonly T[]) =>
    list.map((one, number) => ({
      ...one,
      id: `${name}_${at}_${number}`,
      amount: Math.round(one.share * cents),
    }));
  const refunds = returned('re', sale.refunds);
  const disputed = returned('dp', sale.disputes).map((one) => ({ ...one, isReversed: one.turns % 2 === 1 }));
  const lostCents = [...refunds, ...disputed].reduce(
    (sum, { amount, isReversed }) => sum + (isReversed ? 0 : amount),
    0,
  );
  const credited = Math.floor((product.creditMicroUsd * cents) / product.amountCents);
  const lost = cents === 0 ? 0 : Math.floor((credited * Math.min(lostCents, cents)) / cents);
  return {
    events: [
      ...paid,
      ...refunds.flatMap(({ id: refundId, amount, isReversed }) => [
        refunded(intent, amount, { id: refundId }),
        ...(isReversed ? [refunded(intent, amount, { id: refundId, status: 'failed' }, 'failed')] : []),
      ]),
      ...disputed.flatMap(({ id: disputeId, amount, turns }) => [
        dispute('created', intent, { id: disputeId, amount }, 1),
        dispute('funds_withdrawn', intent, { id: disputeId, amount }, 1),
        ...Array.from({ length: turns }, (_, turn) => {
          const kind = turn % 2 === 0 ? 'funds_reinstated' : 'funds_withdrawn';
          return dispute(kind, intent, { id: disputeId, amount }, turn + 2);
        }),
      ]),
    ],
    left: credited - lost,
  };
};

const intentsOfPlans = (sales: readonly Sale[]): ReadonlyMap<string, string> =>
  new Map(
    sales.flatMap(({ kind }, at) => (kind.includes('pack') ? [] : [[`pi_${at}`, `in_${at}`] as const])),
  );

const aHistory = fc.array(aSale, { maxLength: 4 }).chain((sales) => {
  const all = sales.flatMap((sale, at) => history(sale, at).events);
  const order = fc.array(fc.nat(Math.max(0, all.length - 1)), { maxLength: all.length });
  return fc.tuple(
    fc.constant(sales),
    // Delivers each event at least once, some repeatedly, in any order.
    order.chain((again) =>
      fc.shuffledSubarray([...all, ...again.flatMap((at) => all[at] ?? [])], {
        minLength: all.length + (all.length === 0 ? 0 : again.length),
      }),
    ),
  );
});

/** Any events of any sales, in any order, some repeated. */
export const paymentHistoriesContract = (numRuns: number) => {
  test(
    'of random histories each payment is credited once, loses once what was refunded, and the balance is the sum of the ledger',
    async () => {
      await fc.assert(
        fc.asyncProperty(aHistory, async ([sales, events]) => {
          const { store, lines, credits } = memoryPayments();
          const invoices = intentsOfPlans(sales);
          const deps = {
            products,
            payments: store,
            isLive: async () => false,
            invoiceOf: async (intent: string) => invoices.get(intent),
            organizationExists: async () => true,
            isDeleted: async () => false,
            stopTopUp: async () => {},
            now: () => new Date(0),
          };
          for (const event of events) await receiveEvent(deps, event);
          const expected = new Map<string, number>();
          sales.forEach((sale, at) => {
            const { left } = history(sale, at);
            expected.set(sale.organizationId, (expected.get(sale.organizationId) ?? 0) + left);
          });
          for (const organizationId of ['org_a', 'org_b', 'org_c']) {
            const own = lines.filter((line) => line.organizationId === organizationId);
            const sum = own.reduce((total, { amountMicroUsd }) => total + amountMicroUsd, 0);
            expect(sum).toBe(expected.get(organizationId) ?? 0);
            expect(credits.get(organizationId) ?? 0).toBe(sum);
          }
          const credited = lines.filter(({ kind }) => kind === 'credit').map(({ paymentId }) => paymentId);
          expect(new Set(credited).size).toBe(credited.length);
        }),
        { numRuns },
      );
    },
    20_000 + numRuns * 5,
  );
};

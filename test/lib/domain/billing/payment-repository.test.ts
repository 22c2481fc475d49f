import { describe, expect, test } from 'vitest';
import { balanceOf, readAccount } from '#lib/domain/billing/balance.ts';
import { getBilling } from '#lib/domain/billing/get-billing.ts';
import { dynamoPaymentRepository, type PaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import type { PaymentEvent } from '#lib/domain/billing/payment.ts';
import { recordPaymentEvent } from '#lib/domain/billing/record-payment-event.ts';
import type { Item } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { memoryPayments } from '../../../support/memory-payments.ts';
import { anyTable } from '../../../support/table.ts';

const now = () => new Date('2026-11-20T10:00:00.000Z');

const { table } = await anyTable();

const credit = (organizationId: string): PaymentEvent => ({
  kind: 'credit',
  credit: { organizationId, priceId: 'price_a', paidCents: 1_000, microUsd: 10_000_000 },
});
const refund = (cents: number, id = 're_1'): PaymentEvent => ({
  kind: 'refund',
  id,
  cents,
  isReversed: false,
  reportedAt: 0,
});
const dispute: PaymentEvent = { kind: 'dispute', id: 'dp_1', cents: 500, isReversed: false, reportedAt: 0 };

type Books = {
  readonly payments: PaymentRepository;
  readonly left: (organizationId: string) => Promise<number>;
};

const inMemory = (): Books => {
  const { store, credits } = memoryPayments();
  return { payments: store, left: async (organizationId) => credits.get(organizationId) ?? 0 };
};
const onDynamoDb = (): Books => ({
  payments: dynamoPaymentRepository(table),
  left: async (organizationId) => balanceOf(await readAccount(table, organizationId)),
});

/** Blocks each caller until `count` callers have read, so that all have read the same state. */
const readTogether = (payments: PaymentRepository, count: number): PaymentRepository => {
  const { promise: allHaveRead, resolve } = Promise.withResolvers<void>();
  let readers = 0;
  return {
    ...payments,
    find: async (id) => {
      const found = await payments.find(id);
      readers += 1;
      if (readers === count) resolve();
      await allHaveRead;
      return found;
    },
  };
};

describe.each([
  ['in memory', inMemory],
  ['on DynamoDB', onDynamoDb],
])('the payment store %s', (_, open) => {
  test('a payment reported 50 times at once is credited once', async () => {
    const { payments, left } = open();
    const id = randomId('pi');
    const organizationId = randomId('org');
    const racing = readTogether(payments, 50);
    // Different instants, so that no two ledger lines share a key.
    const announced = Array.from({ length: 50 }, (__, ms) =>
      recordPaymentEvent({ payments: racing, now: () => new Date(ms) }, id, credit(organizationId)),
    );
    const lines = (await Promise.all(announced)).flat();
    expect(lines).toEqual([
      { organizationId, kind: 'credit', amountMicroUsd: 10_000_000, moneyCents: 1_000 },
    ]);
    expect(await left(organizationId)).toBe(10_000_000);
  });

  test('a refund reported before its payment, and again later, is taken back once', async () => {
    const { payments, left } = open();
    const id = randomId('pi');
    const organizationId = randomId('org');
    const record = (change: PaymentEvent) => recordPaymentEvent({ payments, now }, id, change);
    expect(await record(refund(500))).toEqual([]);
    expect((await record(credit(organizationId))).map(({ amountMicroUsd }) => amountMicroUsd)).toEqual([
      10_000_000, -5_000_000,
    ]);
    expect(await record(refund(500))).toEqual([]);
    expect(await record(refund(500, 're_2'))).toMatchObject([{ kind: 'refund', amountMicroUsd: -5_000_000 }]);
    expect(await left(organizationId)).toBe(0);
  });

  test('a dispute counts beside a refund until the bank returns it, and not again when it is reported late', async () => {
    const { payments, left } = open();
    const id = randomId('pi');
    const organizationId = randomId('org');
    const balances: number[] = [];
    for (const change of [
      credit(organizationId),
      dispute,
      refund(250),
      { ...dispute, isReversed: true },
      dispute,
    ]) {
      await recordPaymentEvent({ payments, now }, id, change);
      balances.push(await left(organizationId));
    }
    expect(balances).toEqual([10_000_000, 5_000_000, 2_500_000, 7_500_000, 7_500_000]);
  });

  test('a stale write is refused, together with its ledger lines', async () => {
    const { payments, left } = open();
    const id = randomId('pi');
    const organizationId = randomId('org');
    await recordPaymentEvent({ payments, now }, id, refund(0));
    const seen = await payments.find(id);
    const line = { organizationId, kind: 'credit', amountMicroUsd: 1, moneyCents: 1 } as const;
    expect(await payments.save({ ...seen, version: 2 }, [], now())).toBe(true);
    expect(await payments.save({ ...seen, version: 2 }, [line], now())).toBe(false);
    expect(await left(organizationId)).toBe(0);
  });

  test('an event that changes nothing writes nothing', async () => {
    const { payments } = open();
    const id = randomId('pi');
    const organizationId = randomId('org');
    const changes = [credit(organizationId), refund(500), dispute];
    for (const change of [...changes, ...changes]) await recordPaymentEvent({ payments, now }, id, change);
    expect(await payments.find(id)).toMatchObject({ version: changes.length });
  });

  test('an event that others keep from being written rejects, so that it is sent again', async () => {
    const { payments } = open();
    const busy = { ...payments, save: async () => false };
    await expect(recordPaymentEvent({ payments: busy, now }, randomId('pi'), refund(1))).rejects.toThrow(
      'Too many concurrent writes',
    );
  });

  test('the payments of two organizations are separate', async () => {
    const { payments, left } = open();
    const a = randomId('org');
    const b = randomId('org');
    await recordPaymentEvent({ payments, now }, randomId('pi'), credit(a));
    expect([await left(a), await left(b)]).toEqual([10_000_000, 0]);
  });
});

test('a refund of an unknown payment expires after a month, one of a known payment never', async () => {
  const payments = dynamoPaymentRepository(table);
  const id = randomId('pi');
  const stored = async (): Promise<Item | undefined> => table.get({ pk: `payment/${id}`, sk: 'payment' });
  await recordPaymentEvent({ payments, now }, id, refund(1));
  expect((await stored())?.['ttl']).toBe(Date.parse('2026-12-20T10:00:00.000Z') / 1000);
  await recordPaymentEvent({ payments, now }, id, credit(randomId('org')));
  expect(await stored()).not.toHaveProperty('ttl');
});

test('an organization sees its newest payments, their refunds, and a negative balance', async () => {
  const payments = dynamoPaymentRepository(table);
  const id = randomId('pi');
  const organizationId = randomId('org');
  let ms = Date.parse('2026-11-20T10:00:00.000Z');
  const deps = { payments, now: () => new Date((ms += 1_000)) };
  await recordPaymentEvent(deps, id, credit(organizationId));
  await recordPaymentEvent(deps, id, refund(250));
  await table.update({
    key: { pk: `${organizationId}/balance`, sk: 'spent/3' },
    set: 'ADD spentMicroUsd :amount',
    values: { ':amount': 7_500_001 },
  });
  const billing = await getBilling(
    { table, products: [], prepaid: false, now: () => new Date(0) },
    { organizationId },
    { limit: 20 },
  );
  expect(billing).toMatchObject({
    balance_usd: '-0.000001',
    entries: {
      data: [
        { kind: 'refund', amount_usd: '-2.500000', paid_usd: null, created_at: '2026-11-20T10:00:02.000Z' },
        {
          kind: 'credit',
          amount_usd: '10.000000',
          paid_usd: '10.000000',
          created_at: '2026-11-20T10:00:01.000Z',
        },
      ],
    },
  });
});

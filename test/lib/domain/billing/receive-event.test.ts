import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exactSum } from '#lib/domain/money.ts';
import { receiveEvent } from '#lib/domain/billing/receive-event.ts';
import { randomId } from '#lib/platform/ids.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { log } from '#lib/platform/log.ts';
import { createOrganization } from '#lib/domain/organizations/create-organization.ts';
import { organizationExists } from '#lib/domain/organizations/organization-repository.ts';
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
import { anyTable } from '../../../support/table.ts';

const books = () => {
  const { store, lines } = memoryPayments();
  const deps = {
    products,
    payments: store,
    stopTopUp: async () => {},
    isLive: async () => false,
    invoiceOf: async () => undefined,
    organizationExists: async (id: string) => id !== 'org_gone',
    isDeleted: async (id: string) => id === 'org_deleted',
    now: () => new Date(0),
  };
  return { deps, lines, receive: (signed: unknown) => receiveEvent(deps, signed) };
};

const logged = { errors: vi.spyOn(log, 'error'), notes: vi.spyOn(log, 'info') };
beforeEach(() => {
  logged.errors = vi.spyOn(log, 'error');
  logged.notes = vi.spyOn(log, 'info');
});
afterEach(() => void vi.restoreAllMocks());

describe('unreadable events', () => {
  const thin = { id: 'evt_thin', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' };
  const { data: whole } = session({ organizationId: 'org_a', product: pack });
  const odd = {
    id: 'evt_odd',
    type: 'checkout.session.completed',
    data: { object: { ...whole.object, mode: 7 } },
  };

  test.each<[string, unknown, object]>([
    ['a thin event of another version', thin, { event_id: 'evt_thin', type: thin.type }],
    ['an event in which a field is of another type', odd, { event_id: 'evt_odd', type: odd.type }],
    ['a body that is not JSON', undefined, {}],
    ['an event without id and type', [7], {}],
  ])('%s is accepted, so that it is not redelivered for days, and logged', async (_, signed, fields) => {
    const { lines, receive } = books();
    await receive(signed);
    expect(lines).toEqual([]);
    expect(logged.errors.mock.calls).toEqual([
      ['payment.unreadable', expect.objectContaining({ name: 'ZodError' }), fields],
    ]);
  });
});

test.each([
  ['a checkout', session({ organizationId: 'org_gone', product: pack }), 'cs_1'],
  ['an invoice', invoicePaid({ organizationId: 'org_gone', product: plan }), 'in_1'],
])('%s of an organization that does not exist is logged and not booked', async (_, event, thing) => {
  const { lines, receive } = books();
  await receive({ id: 'evt_1', ...event });
  expect(lines).toEqual([]);
  const fields = { type: event.type, reason: 'unknown_organization', thing };
  expect(logged.notes.mock.calls).toEqual([['payment.uncredited', fields]]);
});

test.each([
  ['a payment', session({ organizationId: 'org_a', product: pack }), 'cs_1'],
  ['a refund', refunded('pi_1', 1), 're_pi_1'],
])(
  '%s of the other mode of Stripe, so without or with real money, is logged and not booked',
  async (_, event, thing) => {
    const { lines, receive } = books();
    await receive({ ...event, livemode: true });
    expect(lines).toEqual([]);
    const fields = { type: event.type, reason: 'other_mode', thing };
    expect(logged.notes.mock.calls).toEqual([['payment.uncredited', fields]]);
  },
);

test.each([
  ['a checkout', session({ organizationId: 'org_deleted', product: pack }), 'pi_1'],
  ['a subscription', invoicePaid({ organizationId: 'org_deleted', product: plan }), 'in_1'],
])(
  '%s that is paid for a deleted organization is booked and reported as an error once',
  async (_, event, payment_id) => {
    const { lines, receive } = books();
    await receive(event);
    expect(logged.errors).toHaveBeenCalledOnce();
    await receive(event);
    expect(lines).toHaveLength(1);
    expect(logged.errors.mock.calls).toEqual([
      [
        'payment.of_deleted',
        expect.any(Error),
        { type: event.type, payment_id, organization: 'org_deleted' },
      ],
    ]);
  },
);

test('an event that could not be booked throws, so that it is redelivered', async () => {
  const failing = { ...memoryPayments().store, find: () => Promise.reject(new Error('No table.')) };
  const deps = {
    products,
    payments: failing,
    invoiceOf: async () => undefined,
    now: () => new Date(0),
    organizationExists: async () => true,
    isDeleted: async () => false,
    isLive: async () => false,
    stopTopUp: async () => {},
  };
  const event = session({ organizationId: 'org_a', product: pack });
  await expect(receiveEvent(deps, event)).rejects.toThrow('No table.');
});

test('a returned payment stops the automatic top-up once, also if that fails when its event first comes', async () => {
  const { store, credits } = memoryPayments();
  const stops: string[] = [];
  let isOut = true;
  const deps = {
    products,
    payments: store,
    invoiceOf: async () => undefined,
    now: () => new Date(0),
    organizationExists: async () => true,
    isDeleted: async () => false,
    isLive: async () => false,
    stopTopUp: async (id: string) => {
      if (isOut) throw new Error('No table.');
      stops.push(id);
    },
  };
  await receiveEvent(deps, session({ organizationId: 'org_a', product: pack }));
  const event = refunded('pi_1', pack.amountCents);
  await expect(receiveEvent(deps, event)).rejects.toThrow('No table.');
  isOut = false;
  for (let sent = 0; sent < 2; sent += 1) await receiveEvent(deps, event);
  expect([stops, credits.get('org_a')]).toEqual([['org_a'], 0]);
});

test('a refund of a booked payment is booked while Stripe does not answer', async () => {
  const { deps, receive, lines } = books();
  await receive(session({ organizationId: 'org_a', product: pack }));
  const invoiceOf = () => Promise.reject(new Error('No answer.'));
  await receiveEvent({ ...deps, invoiceOf }, refunded('pi_1', pack.amountCents));
  expect(exactSum(lines.map(({ amountMicroUsd }) => amountMicroUsd))).toBe(0);
});

test('a lost dispute of a partly refunded payment leaves no credit, although the bank returns what was refunded', async () => {
  const { receive, lines } = books();
  await receive(session({ organizationId: 'org_a', product: pack }));
  await receive(refunded('pi_1', 500));
  const amount = pack.amountCents;
  await receive(dispute('created', 'pi_1', { amount }));
  await receive(dispute('funds_reinstated', 'pi_1', { amount, status: 'lost' }));
  await receive(dispute('closed', 'pi_1', { amount, status: 'lost' }));
  expect(exactSum(lines.map(({ amountMicroUsd }) => amountMicroUsd))).toBe(0);
});

test.each(['failed', 'canceled'])('a refund that %s is credited again, once', async (status) => {
  const { receive, lines } = books();
  await receive(session({ organizationId: 'org_a', product: pack }));
  const created = refunded('pi_1', 500, { status: 'pending' });
  const events = [created, refunded('pi_1', 500, { status }, 'updated'), created];
  for (const event of [...events, refunded('pi_1', 700, { id: 're_2' })]) await receive(event);
  expect(lines.map(({ kind, moneyCents }) => [kind, moneyCents])).toEqual([
    ['credit', 1_999],
    ['refund', -500],
    ['refund_reversal', 500],
    ['refund', -700],
  ]);
});

test('an organization exists after it was created', async () => {
  const { table } = await anyTable();
  const id = randomId('org');
  expect(await organizationExists(table, id)).toBe(false);
  const deps = { table, now: () => new Date(), newId: () => id, limits: Limits.parse({}) };
  const user = { id: 'usr_a', email: 'a@a.example', name: 'A' };
  await createOrganization(deps, user, { body: { name: 'A' }, bodyFingerprint: 'x' });
  expect(await organizationExists(table, id)).toBe(true);
  for (const other of [id.slice(0, -1), '', 'org_none', randomId('org')])
    expect(await organizationExists(table, other)).toBe(false);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Table } from '#lib/aws/table.ts';
import { auditBooks } from '#lib/billing/audit.ts';
import { charge } from '#lib/billing/ledger.ts';
import { dynamoPaymentStore } from '#lib/billing/payment-store.ts';
import { recordHappening } from '#lib/billing/record-happening.ts';
import { randomId } from '#lib/ids.ts';
import { Limits } from '#lib/limits/limits.ts';
import { createProject } from '#lib/organizations/create-project.ts';
import { startTable } from '../../support/table.ts';
import { type Tenant, tenantOf } from '#lib/tenant.ts';

const now = () => new Date('2026-11-21T03:00:00.000Z');
const yesterday = new Date('2026-11-20T10:00:00.000Z');

let table: Table;
let stop: () => void;
let organizationId: string;
let tenant: Tenant;
beforeAll(async () => {
  ({ table, stop } = await startTable());
});
afterAll(() => stop());

const charged = (at: Date) =>
  charge({ tenant, organizationId, id: randomId('ofq'), audioMs: 12_000 }, 1_000, at);
const add = (pk: string, sk: string, field: string) =>
  table.update({
    key: { pk, sk },
    set: 'ADD #field :one',
    names: { '#field': field },
    values: { ':one': 1 },
  });
const audit = () => auditBooks({ table, now });

// The books of every test are put right again, as all are in one table.
beforeEach(async () => {
  organizationId = randomId('org');
  for (const name of ['a', 'b']) {
    const projectId = randomId('prj');
    tenant = tenantOf(projectId, 'live');
    const deps = { table, now, newId: () => projectId, limits: Limits.parse({}) };
    await createProject(deps, { organizationId }, { body: { name }, bodyFingerprint: name });
    for (let job = 0; job < 20; job += 1) await table.transact(charged(yesterday));
    await table.transact(charged(now()));
  }
  const credit = { organizationId, priceId: 'price_a', paidCents: 100, microUsd: 1_000_000 };
  const payment = randomId('pi');
  const deps = { payments: dynamoPaymentStore(table), now };
  await recordHappening(deps, payment, { kind: 'credit', credit });
  await recordHappening(deps, payment, { kind: 'refund', chargeId: 'ch_1', refundedCents: 30 });
});

test('books that are right differ nowhere', async () => {
  expect(await audit()).toBe(0);
});

describe('a difference is found', () => {
  test('between a day of usage and the ledger', async () => {
    const sk = '2026-11-20/99';
    await table.putNew({ pk: `${tenant}/usage`, sk, jobs: 1, audioMs: 12, amountMicroUsd: 1 });
    expect(await audit()).toBe(1);
    await table.update({
      key: { pk: `${tenant}/usage`, sk },
      set: 'SET amountMicroUsd = :none',
      values: { ':none': 0 },
    });
  });

  test.each(['spentMicroUsd', 'creditMicroUsd'])('between %s and the ledgers', async (field) => {
    await add(`${organizationId}/balance`, 'spent/99', field);
    expect(await audit()).toBe(1);
    await table.update({
      key: { pk: `${organizationId}/balance`, sk: 'spent/99' },
      set: 'SET #field = :none',
      names: { '#field': field },
      values: { ':none': 0 },
    });
  });
});

test('usage of today is not looked at, as jobs are still completed', async () => {
  await add(`${tenant}/usage`, '2026-11-21/99', 'amountMicroUsd');
  expect(await audit()).toBe(0);
});

test('jobs that are completed and payments that come while it reads are no difference', async () => {
  const reads: Table['query'] = async (query) => {
    await table.transact(charged(now()));
    return table.query(query);
  };
  expect(await auditBooks({ table: { ...table, query: reads }, now })).toBe(0);
});

test('a charge of a key that no organization owns is its projects usage and nobodys balance', async () => {
  const job = { tenant, organizationId: null, id: randomId('ofq'), audioMs: 12_000 };
  await table.transact(charge(job, 1_000, yesterday));
  expect(await audit()).toBe(0);
});

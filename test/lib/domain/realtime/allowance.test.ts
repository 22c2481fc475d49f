import { expect, test } from 'vitest';
import { creditsKey } from '#lib/domain/billing/keys.ts';
import { allowance } from '#lib/domain/realtime/allowance.ts';
import { addTestQuota } from '#lib/platform/limits/test-quota.ts';
import { memoryTable } from '../../../support/memory-table.ts';

const now = () => new Date('2026-11-20T10:00:00.000Z');
const live = { tenant: 'prj_a.live', organizationId: 'org_a' } as const;
const inTest = { tenant: 'prj_a.test', organizationId: 'org_a' } as const;

const opened = (prepaid: boolean) => {
  const { table } = memoryTable();
  const allows = allowance({ table, prepaid, testQuota: { limitMs: 60_000 }, now });
  const pay = (amount: number) =>
    table.update({
      key: creditsKey('org_a'),
      set: 'ADD creditMicroUsd :amount, unheldMicroUsd :amount',
      values: { ':amount': amount },
    });
  return { table, allows, pay };
};

test('with prepayment a session may go on while the credit covers what it has heard', async () => {
  const { allows, pay } = opened(true);
  expect(await allows(live, 0)).toBe('insufficient_credits');
  await pay(1_000);
  expect(await allows(live, 0)).toBeUndefined();
  expect(await allows(live, 11_990)).toBeUndefined();
  expect(await allows(live, 12_000)).toBe('insufficient_credits');
});

test('without prepayment, and without an organization, it may go on', async () => {
  expect(await opened(false).allows(live, 1_000_000)).toBeUndefined();
  expect(await opened(true).allows({ ...live, organizationId: null }, 1_000_000)).toBeUndefined();
});

test('in test mode it may go on within the quota of the day, with what it has heard itself', async () => {
  const { table, allows } = opened(true);
  expect(await allows(inTest, 59_999)).toBeUndefined();
  await table.update(addTestQuota(inTest.tenant, { audioMs: 40_000, now: now() }));
  expect(await allows(inTest, 19_999)).toBeUndefined();
  expect(await allows(inTest, 20_000)).toBe('test_quota_exceeded');
});

import { expect, test } from 'vitest';
import { dayMs, later } from '#lib/platform/durations.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import type { Customer } from '../../../support/function-world.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world } = await startWorld();
const route = 'PATCH /api/platform/v1/organizations/{organization_id}/billing';
const change = (customer: Customer, body: object) =>
  world.call(route, { ...aboutOrganization(customer), body });

const aJobBy = async (customer: Customer, mode: 'live' | 'test' = 'live') => {
  const body = { upload_id: await world.anUpload(customer, mode) };
  // Invoiced: nothing is held.
  return world.callWith({ holdFor: async () => null })('POST /v1/transcriptions', {
    as: customer[mode],
    body,
  });
};
const refused = { status: 402, body: { error: { type: 'spend_limit_reached' } } };

test('200 shows limit and alert, what is left out stays, and null removes it', async () => {
  const customer = await world.aCustomer();
  const set = await change(customer, { spend_limit_usd: '250', spend_alert_usd: '99.5' });
  expect(set.body).toEqual({
    ...{ month: '2026-11', spent_usd: '0.000000' },
    ...{ limit_usd: '250.000000', alert_usd: '99.500000' },
  });
  expect((await change(customer, { spend_alert_usd: null })).body).toMatchObject({
    ...{ limit_usd: '250.000000', alert_usd: null },
  });
  const read = 'GET /api/platform/v1/organizations/{organization_id}/billing';
  expect((await world.call(read, aboutOrganization(customer))).body.spending).toMatchObject({
    limit_usd: '250.000000',
  });
  expect((await change(customer, { spend_limit_usd: null })).body).toMatchObject({ limit_usd: null });
});

test('the audit log has who changed an amount, once for each change', async () => {
  const customer = await world.aCustomer();
  for (const limit of ['10', '10.00', '20']) await change(customer, { spend_limit_usd: limit });
  const log = 'GET /api/platform/v1/organizations/{organization_id}/audit-log';
  const { body } = await world.call(log, aboutOrganization(customer));
  const changes = body.data.flatMap((entry: { action: string; change: object }) =>
    entry.action === 'spend_limit.changed' ? [entry.change] : [],
  );
  expect(changes).toHaveLength(2);
  expect(changes).toContainEqual({ from: '10.000000', to: '20.000000' });
});

test.each(['-1', '1.234', 'ten', '', '10000000'])('400 for "%s" dollars', async (spend_limit_usd) => {
  const { status, body } = await change(await world.aCustomer(), { spend_limit_usd });
  expect([status, body.error.type]).toEqual([400, 'invalid_request']);
});

test('402 for new jobs and sessions from the limit on, until the next month, and never in test mode', async () => {
  const customer = await world.aCustomer();
  await change(customer, { spend_limit_usd: '0' });
  expect(await aJobBy(customer)).toMatchObject(refused);
  const audio = { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 };
  const session = { as: customer.live, body: { audio } };
  expect(await world.call('POST /v1/realtime/sessions', session)).toMatchObject(refused);
  expect((await aJobBy(customer, 'test')).status).toBe(202);

  await change(customer, { spend_limit_usd: null });
  await world.aCompletedJob(customer);
  // 100 micro-dollars, rounded up to what can be set.
  await world.table.update({
    key: { pk: `${customer.organizationId}/balance`, sk: 'limits' },
    set: 'SET limitMicroUsd = :limit',
    values: { ':limit': 100 },
  });
  expect(await aJobBy(customer)).toMatchObject(refused);
  const before = world.clock.now;
  world.clock.now = later(before, 11 * dayMs);
  expect((await aJobBy(customer)).status).toBe(202);
  world.clock.now = before;
});

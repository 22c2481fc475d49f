import { expect, test } from 'vitest';
import { dayMs, later } from '#lib/platform/durations.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import type { Customer } from '../../../support/function-world.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world } = await startWorld();
const route = 'PATCH /api/platform/v1/organizations/{organization_id}/billing';
const change = (customer: Customer, body: object) =>
  world.call(route, { ...aboutOrganization(customer), body });

const log = 'GET /api/platform/v1/organizations/{organization_id}/audit-log';
const changesIn = async (customer: Customer): Promise<string[]> => {
  const { body } = await world.call(log, aboutOrganization(customer));
  return body.data.flatMap(
    ({ action, change: by }: { action: string; change: { from: string; to: string } }) =>
      action.startsWith('spend_') ? [`${action} ${by.from} ${by.to}`] : [],
  );
};

const aJobBy = async (customer: Customer, mode: 'live' | 'test' = 'live') => {
  const body = { upload_id: await world.anUpload(customer, mode) };
  // Without prepayment, the job holds nothing.
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
    month: '2026-11',
    spent_usd: '0.000000',
    earlier_months: [],
    limit_usd: '250.000000',
    alert_usd: '99.500000',
  });
  expect((await change(customer, { spend_alert_usd: null })).body).toMatchObject({
    limit_usd: '250.000000',
    alert_usd: null,
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
  expect((await changesIn(customer)).toSorted()).toEqual([
    'spend_limit.changed 10.000000 20.000000',
    'spend_limit.changed none 10.000000',
  ]);
});

/** Changes limits. Something happens between the read and the write. */
const changeWhile = (customer: Customer, body: object, act: () => Promise<unknown>) => {
  const ask = { ...aboutOrganization(customer), body };
  return world.callWith({ table: tableBefore(world.table, act) })(route, ask);
};

test('of a limit and an alert that are changed at once neither undoes the other', async () => {
  const customer = await world.aCustomer();
  await change(customer, { spend_limit_usd: '1', spend_alert_usd: '1' });
  const changing = changeWhile(customer, { spend_limit_usd: '5' }, () =>
    change(customer, { spend_alert_usd: null }),
  );
  expect((await changing).status).toBe(200);
  const read = 'GET /api/platform/v1/organizations/{organization_id}/billing';
  expect((await world.call(read, aboutOrganization(customer))).body.spending).toMatchObject({
    limit_usd: '5.000000',
    alert_usd: null,
  });
});

test.each([
  ['a limit', '2', '2.000000'],
  ['no limit', null, 'none'],
])(
  '%s that two people change at once has the later value, and the audit log each step',
  async (_, first, from) => {
    const customer = await world.aCustomer();
    await change(customer, { spend_limit_usd: first });
    const changing = changeWhile(customer, { spend_limit_usd: '5' }, () =>
      change(customer, { spend_limit_usd: '3' }),
    );
    expect((await changing).body).toMatchObject({ limit_usd: '5.000000' });
    const changes = await changesIn(customer);
    expect(changes).toContain(`spend_limit.changed ${from} 3.000000`);
    expect(changes).toContain('spend_limit.changed 3.000000 5.000000');
    expect(changes).toHaveLength(first === null ? 2 : 3);
  },
);

test('a person who is removed at the same moment does not raise the limit', async () => {
  const owner = await world.aCustomer();
  const payer = await world.aColleague(owner, 'billing');
  await change(owner, { spend_limit_usd: '10' });
  const member = 'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}';
  const params = { organization_id: owner.organizationId, user_id: payer.user.id };
  const changing = changeWhile(payer, { spend_limit_usd: '999' }, () =>
    world.call(member, { as: owner.person, params }),
  );
  expect(await changing).toMatchObject({ status: 404, body: { error: { type: 'not_found' } } });
  const read = 'GET /api/platform/v1/organizations/{organization_id}/billing';
  expect((await world.call(read, aboutOrganization(owner))).body.spending.limit_usd).toBe('10.000000');
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
  expect((await world.call('POST /v1/realtime/sessions', { ...session, as: customer.test })).status).toBe(
    201,
  );

  await change(customer, { spend_limit_usd: null });
  await world.aCompletedJob(customer);
  // 100 micro-dollars are rounded up to the smallest possible limit.
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

import { expect, test } from 'vitest';
import { creditsKey } from '#lib/domain/billing/keys.ts';
import { allowance } from '#lib/domain/realtime/allowance.ts';
import { endSession } from '#lib/domain/realtime/end-session.ts';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { addMember } from '#lib/platform/limits/id-set.ts';
import { projectsOf } from '#lib/platform/limits/id-sets.ts';
import { addTestQuota } from '#lib/platform/limits/test-quota.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { aSessionWorld } from '../../../support/session-world.ts';

const live = { tenant: 'prj_a.live', organizationId: 'org_a', id: 'rts_a' } as const;
const inTest = { tenant: 'prj_a.test', organizationId: 'org_a', id: 'rts_a' } as const;

const opened = (prepaid: boolean) => {
  const world = aSessionWorld();
  const { table, sessions, timeline } = world;
  const { now } = timeline;
  const allows = allowance({ table, prepaid, testQuota: { limitMs: 60_000 }, now });
  const pay = (amount: number) =>
    table.update({
      key: creditsKey('org_a'),
      set: 'ADD creditMicroUsd :amount, unheldMicroUsd :amount',
      values: { ':amount': amount },
    });
  /** Another live session that has heard speech up to `heardMs`. */
  const heard = async (tenant: Tenant, heardMs: number, speechMs = heardMs): Promise<RealtimeSession> => {
    const session = await world.live({}, { tenant, organizationId: 'org_a' });
    const claimed = await sessions.claimLease(session, now());
    const decided = { throughMs: heardMs, events: [], speechMs, unrecognizedMs: 0, now: now() };
    const after = claimed && (await sessions.commit(claimed, decided));
    if (!after) throw new Error('The runner of a live session decides.');
    return after;
  };
  const ended = async (session: RealtimeSession): Promise<void> => {
    await sessions.close(session, { reason: 'finish', now: now() });
    await endSession(world.deps, { tenant: session.tenant, id: session.id, told: null });
  };
  return { table, allows, pay, heard, ended, now };
};

test('with prepayment a session may go on while the credit covers what it has heard', async () => {
  const { allows, pay } = opened(true);
  expect(await allows(live, 0)).toBe('insufficient_credits');
  await pay(1_000);
  expect(await allows(live, 0)).toBeUndefined();
  expect(await allows(live, 11_990)).toBeUndefined();
  expect(await allows(live, 12_000)).toBe('insufficient_credits');
});

test('with prepayment all live sessions of an organization share its credit, whichever project they are in', async () => {
  const { table, allows, pay, heard, ended } = opened(true);
  for (const project of ['prj_a', 'prj_b']) await table.update(addMember(projectsOf('org_a'), project, 20));
  await pay(1_000);
  const others = [await heard('prj_a.live', 3_600), await heard('prj_b.live', 3_600)];
  // Nobody pays for a session without speech, for one in test mode, or for one of another organization.
  await heard('prj_a.live', 60_000, 0);
  await heard('prj_a.test', 60_000);
  await heard('prj_c.live', 60_000);
  expect(await allows(live, 4_790)).toBeUndefined();
  expect(await allows(live, 4_800)).toBe('insufficient_credits');
  // Its own audio is not counted twice.
  for (const other of others) expect(await allows(other, 8_390)).toBeUndefined();
  for (const other of others) expect(await allows(other, 8_400)).toBe('insufficient_credits');
  // What has ended is charged, and not counted twice either.
  for (const other of others) await ended(other);
  expect(await allows(live, 4_790)).toBeUndefined();
  expect(await allows(live, 4_800)).toBe('insufficient_credits');
});

test('without prepayment, and without an organization, a session may go on', async () => {
  expect(await opened(false).allows(live, 1_000_000)).toBeUndefined();
  expect(await opened(true).allows({ ...live, organizationId: null }, 1_000_000)).toBeUndefined();
});

test('in test mode a session may go on within the quota of the day, with what it has heard itself', async () => {
  const { table, allows, now } = opened(true);
  expect(await allows(inTest, 59_999)).toBeUndefined();
  await table.update(addTestQuota(inTest.tenant, { audioMs: 40_000, now: now() }));
  expect(await allows(inTest, 19_999)).toBeUndefined();
  expect(await allows(inTest, 20_000)).toBe('test_quota_exceeded');
});

test('in test mode all live sessions of a project share the quota of the day, with speech or without', async () => {
  const { table, allows, heard, ended } = opened(false);
  await table.update(addMember(projectsOf('org_a'), 'prj_a', 20));
  const other = await heard('prj_a.test', 40_000, 0);
  await heard('prj_b.test', 60_000);
  await heard('prj_a.live', 60_000);
  expect(await allows(inTest, 19_999)).toBeUndefined();
  expect(await allows(inTest, 20_000)).toBe('test_quota_exceeded');
  await ended(other);
  expect(await allows(inTest, 19_999)).toBeUndefined();
  expect(await allows(inTest, 20_000)).toBe('test_quota_exceeded');
});

import { describe, expect, test } from 'vitest';
import { redeliverFailed } from '#lib/domain/webhooks/redeliver-failed.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { aWebhookWorld } from '../../../support/webhook-world.ts';

describe('the limit of test events and redeliveries', () => {
  const most = 10;

  test('ten are allowed a minute over all webhooks of an organization, and the next one when the first is a minute old', async () => {
    const limited = await aWebhookWorld();
    const one = await limited.register();
    const other = await limited.register();
    await limited.testEvent(one.id);
    await limited.pass(20_000);
    const [delivery] = await limited.deliveries(one.id);
    for (let sent = 1; sent < most; sent += 2) {
      await limited.redeliver(one.id, delivery?.id ?? '');
      if (sent + 1 < most) await limited.testEvent(other.id);
    }
    const refusal = { type: 'rate_limit_exceeded', headers: { 'retry-after': '40' } };
    await expect(limited.testEvent(other.id)).rejects.toMatchObject(refusal);
    await expect(limited.redeliver(one.id, delivery?.id ?? '')).rejects.toMatchObject(refusal);
    await limited.pass(39_999);
    await expect(limited.testEvent(one.id)).rejects.toMatchObject({ headers: { 'retry-after': '1' } });
    await limited.pass(1);
    await limited.testEvent(one.id);
    await expect(limited.testEvent(one.id)).rejects.toMatchObject({ headers: { 'retry-after': '20' } });
  });

  test('the projects of an organization share the limit, and one without an organization has its own', async () => {
    const { deps } = await aWebhookWorld();
    const ask = (tenant: Tenant, organizationId: string | null) => deps.countTest({ tenant, organizationId });
    for (let sent = 0; sent < most; sent += 2)
      await Promise.all([ask('prj_a.live', 'org_a'), ask('prj_b.test', 'org_a')]);
    await expect(ask('prj_a.test', 'org_a')).rejects.toMatchObject({ type: 'rate_limit_exceeded' });
    for (let sent = 0; sent < most; sent += 1) await ask('prj_c.live', null);
    await expect(ask('prj_c.test', null)).rejects.toMatchObject({ type: 'rate_limit_exceeded' });
    await ask('prj_d.live', null);
  });

  test('sending again everything that failed counts as one of the ten', async () => {
    const limited = await aWebhookWorld();
    const { id } = await limited.register();
    const again = () => redeliverFailed(limited.deps, limited.ref(id), { since: '2026-11-01T00:00:00Z' });
    for (let sent = 0; sent < most; sent += 1) await again();
    await expect(again()).rejects.toMatchObject({ type: 'rate_limit_exceeded' });
  });

  test('of fifty concurrent test events ten are sent', async () => {
    const limited = await aWebhookWorld();
    const { id } = await limited.register();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => limited.testEvent(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
    expect(limited.mail).toHaveLength(most);
  });

  test('refused test events do not count towards the limit', async () => {
    const limited = await aWebhookWorld();
    const { id } = await limited.register();
    await limited.change(id, { status: 'disabled' });
    for (let sent = 0; sent < most; sent += 1) {
      await expect(limited.testEvent(id)).rejects.toMatchObject({ type: 'invalid_state' });
      await expect(limited.testEvent('whk_none')).rejects.toMatchObject({ type: 'not_found' });
      await expect(limited.redeliver(id, 'dlv_none')).rejects.toMatchObject({ type: 'not_found' });
    }
    await limited.change(id, { status: 'enabled' });
    await expect(limited.testEvent(id)).resolves.toMatchObject({ event_id: expect.any(String) });
  });
});

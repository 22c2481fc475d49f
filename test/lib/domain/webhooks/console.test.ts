import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import type { Position } from '#lib/platform/http/cursor.ts';
import { randomId } from '#lib/platform/ids.ts';
import { placesTaken } from '#lib/platform/limits/id-set.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { organizationWebhooksOf, webhooksOf } from '#lib/platform/limits/id-sets.ts';
import { pageQuery } from '#lib/platform/http/list-rows.ts';
import { urlChecker } from '#lib/domain/webhooks/check-url.ts';
import { listWebhookDeliveries } from '#lib/domain/webhooks/list-deliveries.ts';
import { listWebhooks } from '#lib/domain/webhooks/list-webhooks.ts';
import { registerWebhook } from '#lib/domain/webhooks/register-webhook.ts';
import { NewWebhook, WebhookChange } from '#lib/domain/webhooks/views.ts';
import { aWebhookWorld, type WebhookWorld } from '../../../support/webhook-world.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { fetchDeps } from '../../../support/https-origin.ts';
import { literals } from '../../platform/net/ssrf-vectors.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

let world: WebhookWorld;
beforeAll(async () => {
  world = await aWebhookWorld();
});
afterAll(() => world.stop());

const list = async (tenant: Tenant) => (await listWebhooks(world.deps, { tenant })).data;

describe('registering', () => {
  test('shows the secret once, and stores it for this webhook alone', async () => {
    const webhook = await world.register('https://a.example/', {}, 'prj_once.live');
    expect(webhook).toMatchObject({ status: 'enabled', disabled_reason: null, description: '' });
    expect(webhook.secret).toMatch(/^whsec_/);
    const [listed] = await list('prj_once.live');
    const { secret: _secret, ...rest } = webhook;
    expect(listed).toEqual(rest);
  });

  test('again under the same Idempotency-Key is the same webhook, without its secret', async () => {
    const body = NewWebhook.parse({ project_id: 'prj_again.live', url: 'https://a.example/' });
    const id = randomId('whk');
    const send = (bodyFingerprint = fingerprint(body)) =>
      registerWebhook(
        { ...world.deps, newId: () => id },
        { tenant: 'prj_again.live', organizationId: 'org_a' },
        { body, bodyFingerprint },
      );
    const first = await send();
    expect(first.replayed).toBe(false);
    expect(await send()).toEqual({ replayed: true, value: { ...first.value, secret: null } });
    await expect(send('other')).rejects.toMatchObject({ type: 'idempotency_key_reused' });
  });

  test('stops at twenty, also for those who ask at one time', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_, at) => world.register(`https://a.example/${at}`, {}, 'prj_many.live')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await list('prj_many.live')).toHaveLength(20);
    await expect(world.register('https://a.example/', {}, 'prj_many.live')).rejects.toMatchObject({
      type: 'invalid_state',
      message: 'The project has 20 webhooks, as many as there may be. Delete one first.',
      details: { limit: 'webhooks_per_project_max', max: 20 },
    });
  });

  test('stops at the limit of an organization, whichever of its projects they are of; a deleted one makes room, once', async () => {
    const limited = await aWebhookWorld('prj_a.live', Limits.parse({ webhooksPerOrganization: 3 }));
    const { register, remove, table } = limited;
    const [first] = [await register(), await register(undefined, {}, 'prj_a.test')];
    await register(undefined, {}, 'prj_b.live');
    const refusal = {
      type: 'invalid_state',
      details: { limit: 'webhooks_per_organization_max', max: 3 },
    };
    await expect(register(undefined, {}, 'prj_c.live')).rejects.toMatchObject(refusal);
    expect(await placesTaken(table, webhooksOf('prj_c.live'))).toBe(0);
    await remove(first.id);
    await expect(remove(first.id)).rejects.toMatchObject({ type: 'not_found' });
    expect(await placesTaken(table, organizationWebhooksOf('org_a'))).toBe(2);
    expect(await placesTaken(table, webhooksOf('prj_a.live'))).toBe(0);
    await register(undefined, {}, 'prj_c.live');
    await expect(register()).rejects.toMatchObject(refusal);
    limited.stop();
  });

  test('under the same Idempotency-Key is answered as before when there are as many as there may be', async () => {
    const limited = await aWebhookWorld('prj_a.live', Limits.parse({ webhooksPerProject: 1 }));
    const body = NewWebhook.parse({ project_id: 'prj_a.live', url: 'https://a.example/' });
    const deps = { ...limited.deps, newId: () => 'whk_same' };
    const send = () =>
      registerWebhook(
        deps,
        { tenant: 'prj_a.live', organizationId: 'org_a' },
        { body, bodyFingerprint: 'f' },
      );
    const first = await send();
    expect(await send()).toEqual({ replayed: true, value: { ...first.value, secret: null } });
    await expect(limited.register()).rejects.toMatchObject({ type: 'invalid_state' });
    limited.stop();
  });

  const refused = (url: string, answer: string) =>
    expect(urlChecker({ ...fetchDeps([]), resolve: async () => [answer] })(url)).rejects.toMatchObject({
      type: 'invalid_request',
      details: { fields: [{ path: 'url' }] },
    });

  test('tells nobody which names the resolver knows', async () => {
    const answers = [
      async () => ['10.0.0.1'],
      async () => [],
      () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
      () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' })),
      () => new Promise<never>(() => {}),
    ];
    const message = 'intern.example is not found on the public internet.';
    for (const resolve of answers) {
      const checked = urlChecker({ ...fetchDeps([], { connectMs: 20 }), resolve })('https://intern.example/');
      await expect(checked).rejects.toMatchObject({
        message: `url: ${message}`,
        details: { fields: [{ path: 'url', rule: 'public_host', message }] },
      });
    }
  });

  test.each(literals)('refuses %s', (url) => refused(url, '127.0.0.1'));

  test.each([
    ['http://a.example/', '93.184.216.34'],
    ['https://a.example:8443/', '93.184.216.34'],
    ['https://user:password@a.example/', '93.184.216.34'],
    ['https://intern.example/', '10.0.0.1'],
  ])('refuses %s, which is at %s', refused);

  test('takes an address on the public internet', async () => {
    const checkUrl = urlChecker({ ...fetchDeps([]), resolve: async () => ['93.184.216.34'] });
    await expect(checkUrl('https://a.example/hooks?key=x')).resolves.toBeUndefined();
  });

  test.each([
    { url: '' },
    { url: `https://a.example/${'a'.repeat(2_048)}` },
    { url: 'https://a.example/', events: [] },
    { url: 'https://a.example/', events: ['webhook.test'] },
    { url: 'https://a.example/', description: 'x'.repeat(201) },
    { url: 'https://a.example/', secret: 'whsec_mine' },
  ])('does not take %o', (fields) => {
    expect(NewWebhook.safeParse({ project_id: 'prj_a.live', ...fields }).success).toBe(false);
  });
});

describe('changing', () => {
  test('leaves alone what it does not name', async () => {
    const { id, secret: _secret, ...before } = await world.register();
    expect(await world.change(id, WebhookChange.parse({}))).toEqual({ id, ...before });
    const changed = await world.change(id, { description: 'Production', events: ['transcription.failed'] });
    expect(changed).toEqual({ id, ...before, description: 'Production', events: ['transcription.failed'] });
  });

  test('checks a new address like the first one', async () => {
    const { id } = await world.register();
    const checkUrl = async (): Promise<void> => {
      throw new Error('Not this one.');
    };
    const { checkUrl: real } = world.deps;
    world.deps.checkUrl = checkUrl;
    await expect(world.change(id, { url: 'https://10.0.0.1/' })).rejects.toThrow('Not this one.');
    world.deps.checkUrl = real;
    expect(await world.change(id, {})).toMatchObject({ url: 'https://a.example/' });
  });
});

test('registering, changing, rotating and deleting are each one line of the audit trail, without secret or address', async () => {
  const watched = watchLog();
  const { id, secret } = await world.register('https://hooks.example/secret-path');
  await world.change(id, { url: 'https://hooks.example/other-path', status: 'disabled' });
  const rotated = await world.rotate(id);
  await world.remove(id);
  await world.remove(id).catch(() => {});
  watched.stop();
  expect(watched.lines).toEqual([
    { event: 'webhook.registered', webhook_id: id },
    { event: 'webhook.changed', webhook_id: id, status: 'disabled', fields: 'url' },
    { event: 'webhook.secret_rotated', webhook_id: id },
    { event: 'webhook.deleted', webhook_id: id },
  ]);
  for (const secretText of ['hooks.example', secret, rotated.secret])
    expect(JSON.stringify(watched.lines)).not.toContain(secretText);
});

test('the log goes from page to page, newest first, each delivery once', async () => {
  const { id } = await world.register();
  const sent: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    sent.unshift((await world.testEvent(id)).event_id);
    await world.pass(1_000);
  }
  const seen: string[] = [];
  let cursor: Position | undefined;
  do {
    const page = await listWebhookDeliveries(world.deps, { tenant: 'prj_a.live', id }, { limit: 3, cursor });
    seen.push(...page.data.map(({ event_id }) => event_id));
    cursor = pageQuery('dlv').parse({ cursor: page.next_cursor ?? undefined }).cursor;
  } while (cursor);
  expect(seen).toEqual(sent);
});

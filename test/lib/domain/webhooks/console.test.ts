import { describe, expect, test } from 'vitest';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import { pageQuery, type Position } from '#lib/platform/http/cursor.ts';
import { randomId } from '#lib/platform/ids.ts';
import { memberCount } from '#lib/platform/limits/id-set.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { organizationWebhooksOf, webhooksOf } from '#lib/platform/limits/id-sets.ts';
import { type CheckUrl, urlChecker } from '#lib/domain/webhooks/check-url.ts';
import { deleteWebhook } from '#lib/domain/webhooks/delete-webhook.ts';
import { listWebhookDeliveries } from '#lib/domain/webhooks/list-deliveries.ts';
import { listWebhooks } from '#lib/domain/webhooks/list-webhooks.ts';
import { registerWebhook } from '#lib/domain/webhooks/register-webhook.ts';
import { NewWebhook, WebhookChange } from '#lib/domain/webhooks/views.ts';
import { aWebhookWorld } from '../../../support/webhook-world.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { fetchDeps } from '../../../support/https-origin.ts';
import { literals } from '../../platform/net/ssrf-vectors.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

const world = await aWebhookWorld();

const list = async (tenant: Tenant) => (await listWebhooks(world.deps, { tenant })).data;

describe('registering a webhook', () => {
  test('registering shows the secret once, and stores it encrypted for this webhook alone', async () => {
    const webhook = await world.register('https://a.example/', {}, 'prj_once.live');
    expect(webhook).toMatchObject({ status: 'enabled', disabled_reason: null, description: '' });
    expect(webhook.secret).toMatch(/^whsec_/);
    const [listed] = await list('prj_once.live');
    const { secret: _secret, ...rest } = webhook;
    expect(listed).toEqual(rest);
  });

  test('a replayed registration returns the same webhook without its secret', async () => {
    const body = NewWebhook.parse({ url: 'https://a.example/' });
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

  test('a project has at most twenty webhooks, also when they are registered concurrently', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_, at) => world.register(`https://a.example/${at}`, {}, 'prj_many.live')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await list('prj_many.live')).toHaveLength(20);
    await expect(world.register('https://a.example/', {}, 'prj_many.live')).rejects.toMatchObject({
      type: 'invalid_state',
      message: 'The project has 20 webhooks, the maximum. Delete one first.',
      details: { limit: 'webhooks_per_project_max', max: 20 },
    });
  });

  test("an organization's limit counts the webhooks of all its projects, and each deleted one makes room once", async () => {
    const limited = await aWebhookWorld('prj_a.live', Limits.parse({ webhooksPerOrganization: 3 }));
    const { register, remove, table } = limited;
    const [first] = [await register(), await register(undefined, {}, 'prj_a.test')];
    await register(undefined, {}, 'prj_b.live');
    const refusal = {
      type: 'invalid_state',
      details: { limit: 'webhooks_per_organization_max', max: 3 },
    };
    await expect(register(undefined, {}, 'prj_c.live')).rejects.toMatchObject(refusal);
    expect(await memberCount(table, webhooksOf('prj_c.live'))).toBe(0);
    await remove(first.id);
    await remove(first.id);
    expect(await memberCount(table, organizationWebhooksOf('org_a'))).toBe(2);
    expect(await memberCount(table, webhooksOf('prj_a.live'))).toBe(0);
    await register(undefined, {}, 'prj_c.live');
    await expect(register()).rejects.toMatchObject(refusal);
  });

  test('a replayed registration returns the first webhook also at the limit', async () => {
    const limited = await aWebhookWorld('prj_a.live', Limits.parse({ webhooksPerProject: 1 }));
    const body = NewWebhook.parse({ url: 'https://a.example/' });
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
  });

  test('a replayed registration is answered as before, though its address is down by now', async () => {
    const body = NewWebhook.parse({ url: 'https://a.example/' });
    const owner = { tenant: 'prj_down.live', organizationId: 'org_a' } as const;
    const id = randomId('whk');
    const isDown = () => Promise.reject(new Error('It is down.'));
    const send = (checkUrl: CheckUrl, bodyFingerprint = 'f') =>
      registerWebhook({ ...world.deps, checkUrl, newId: () => id }, owner, { body, bodyFingerprint });
    const first = await send(world.deps.checkUrl);
    expect(await send(isDown)).toEqual({ replayed: true, value: { ...first.value, secret: null } });
    await expect(send(isDown, 'other')).rejects.toMatchObject({ type: 'idempotency_key_reused' });
    await deleteWebhook(world.deps, { ...owner, id });
    await expect(send(isDown)).rejects.toMatchObject({ type: 'invalid_state' });
  });

  const refused = (url: string, address: string, rule: unknown = expect.any(String)) =>
    expect(urlChecker({ ...fetchDeps([]), resolve: async () => [address] })(url)).rejects.toMatchObject({
      type: 'invalid_request',
      details: { fields: [{ path: 'url', rule }] },
    });

  test('a refusal does not reveal which names resolve', async () => {
    const resolvers = [
      async () => ['10.0.0.1'],
      async () => [],
      () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    ];
    const message = 'intern.example was not found on the public internet.';
    for (const resolve of resolvers) {
      const checked = urlChecker({ ...fetchDeps([]), resolve })('https://intern.example/');
      await expect(checked).rejects.toMatchObject({
        message: `url: ${message}`,
        details: { fields: [{ path: 'url', rule: 'public_host', message }] },
      });
    }
  });

  test.each([
    ['fails', () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }))],
    ['is silent', () => new Promise<never>(() => {})],
  ])(
    'a name server that %s for a moment refuses nothing, as each attempt asks it again',
    async (_, resolve) => {
      const checkUrl = urlChecker({ ...fetchDeps([], { connectMs: 20 }), resolve });
      await expect(checkUrl('https://a.example/hooks')).resolves.toBeUndefined();
    },
  );

  test.each(literals)('the private address %s is refused', (url) => refused(url, '127.0.0.1'));

  test.each([
    ['http://a.example/', '93.184.216.34', 'unsupported_scheme'],
    ['https://a.example:8443/', '93.184.216.34', 'invalid_url'],
    ['https://user:password@a.example/', '93.184.216.34', 'invalid_url'],
    ['https://intern.example/', '10.0.0.1', 'public_host'],
  ])('the URL %s at %s is refused by the rule %s', refused);

  test('a public address is accepted', async () => {
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
  ])('the fields %o are refused', (fields) => {
    expect(NewWebhook.safeParse(fields).success).toBe(false);
  });
});

test('webhooks are listed in the order of their registration', async () => {
  const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3', 'https://a.example/4'];
  for (const url of urls) {
    world.clock.now = new Date(world.clock.now.getTime() + 1);
    await world.register(url, {}, 'prj_ordered.live');
  }
  expect((await list('prj_ordered.live')).map(({ url }) => url)).toEqual(urls);
});

describe('changing a webhook', () => {
  test('a change leaves unnamed fields as they are', async () => {
    const { id, secret: _secret, ...before } = await world.register();
    expect(await world.change(id, WebhookChange.parse({}))).toEqual({ id, ...before });
    const changed = await world.change(id, { description: 'Production', events: ['transcription.failed'] });
    expect(changed).toEqual({ id, ...before, description: 'Production', events: ['transcription.failed'] });
  });

  test('a changed URL is checked like a new one', async () => {
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

test('registering, changing, rotating and deleting are one audit line each, without secret or address', async () => {
  const watched = watchLog();
  const { id, secret } = await world.register('https://hooks.example/secret-path');
  await world.change(id, { url: 'https://hooks.example/other-path', status: 'disabled' });
  const rotated = await world.rotate(id);
  await world.remove(id);
  await world.remove(id).catch(() => {});
  expect(watched.lines).toEqual([
    { event: 'webhook.registered', webhook_id: id },
    { event: 'webhook.changed', webhook_id: id, status: 'disabled', fields: 'url' },
    { event: 'webhook.secret_rotated', webhook_id: id },
    { event: 'webhook.deleted', webhook_id: id },
  ]);
  for (const secretText of ['hooks.example', secret, rotated.secret])
    expect(JSON.stringify(watched.lines)).not.toContain(secretText);
});

test('the delivery log pages from newest to oldest, each delivery once', async () => {
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

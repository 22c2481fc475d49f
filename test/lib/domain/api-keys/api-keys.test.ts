import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { claimKey } from '#lib/domain/api-keys/claim-key.ts';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import { createKey } from '#lib/domain/api-keys/create-key.ts';
import { listKeys } from '#lib/domain/api-keys/list-keys.ts';
import { projectKeyKey } from '#lib/domain/api-keys/project-key.ts';
import { revokeKey } from '#lib/domain/api-keys/revoke-key.ts';
import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { NewApiKey } from '#lib/domain/api-keys/views.ts';
import { parseKey } from '#lib/domain/auth/api-key.ts';
import { assigning } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { createProject } from '#lib/domain/organizations/create-project.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import { aMember } from '../../../support/a-member.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();

let time = new Date('2026-11-21T10:00:00.000Z');
const now = () => time;
const pass = (ms: number) => {
  time = new Date(time.getTime() + ms);
};
const soon = (ms = 60_000) => new Date(time.getTime() + ms).toISOString();
const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };

/** A fresh project and its owner's actions. */
const aProject = async () => {
  const project = { projectId: randomId('prj'), organizationId: randomId('org') };
  await aMember(table, { ...project, userId: user.id });
  const create = (
    mode: Mode,
    { id = randomId('key'), name = 'server', expires_at = null as string | null } = {},
  ) =>
    createKey({ table, now, newId: () => id }, project, {
      user,
      body: { name, mode, expires_at },
      bodyFingerprint: name,
    });
  return {
    ...project,
    create,
    all: async () => (await listKeys(table, project, { limit: 100 })).data,
    revoke: (id: string) => revokeKey({ table, now }, { ...project, id }, { ...project, actor: user }),
    authenticate: (secret: string | null) =>
      authenticator(table, 60, { now, random: randomInt })(`Bearer ${secret}`),
  };
};

test('a key works for its project and organization, from its creation to its revocation, which may be repeated', async () => {
  const { projectId, organizationId, create, revoke, authenticate } = await aProject();
  const { value: key } = await create('live');
  expect((await authenticate(key.secret)).caller).toMatchObject({
    tenant: `${projectId}.live`,
    organizationId,
  });
  await revoke(key.id);
  await expect(authenticate(key.secret)).rejects.toMatchObject({ type: 'unauthenticated' });
  await revoke(key.id);
});

test("the list shows a key's first characters and its revocation, and nothing secret", async () => {
  const { create, revoke, all } = await aProject();
  const { value: key } = await create('test');
  await revoke(key.id);
  const { secret, ...shown } = key;
  expect(await all()).toEqual([{ ...shown, revoked_at: now().toISOString() }]);
  expect(secret?.startsWith(shown.hint.slice(0, -1))).toBe(true);
});

test('a replayed create returns the same key without its secret', async () => {
  const { create, all } = await aProject();
  const { value: key } = await create('live', { id: 'key_a' });
  expect(await create('live', { id: 'key_a' })).toEqual({
    value: { ...key, secret: null },
    replayed: true,
  });
  expect(await all()).toHaveLength(1);
  await expect(create('live', { id: 'key_a', name: 'another name' })).rejects.toMatchObject({
    type: 'idempotency_key_reused',
  });
});

describe('the limit of two usable keys of a mode', () => {
  test('a project never has more than two usable keys of a mode, also when many are created at once', async () => {
    const { create, all } = await aProject();
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => create('live')));
    const refusals = made.flatMap((one) => (one.status === 'rejected' ? [one.reason.type] : []));
    expect(refusals).toEqual(Array.from({ length: 18 }, () => 'invalid_state'));
    expect(await all()).toHaveLength(2);
    expect((await create('test')).replayed).toBe(false);
  });

  test('revoking a key makes room for one more, also when it is revoked repeatedly', async () => {
    const { create, revoke } = await aProject();
    const { value: key } = await create('live');
    await create('live');
    await Promise.all([revoke(key.id), revoke(key.id), revoke(key.id)]);
    await create('live');
    await expect(create('live')).rejects.toMatchObject({ type: 'invalid_state' });
  });
});

describe('key expiry', () => {
  test('a key works until its stated expiry, and not a millisecond longer', async () => {
    const { create, all, authenticate } = await aProject();
    const { value: key } = await create('live', { expires_at: soon() });
    expect(key.expires_at).toBe(soon());
    pass(59_999);
    await expect(authenticate(key.secret)).resolves.toBeDefined();
    pass(1);
    await expect(authenticate(key.secret)).rejects.toMatchObject({ type: 'unauthenticated' });
    expect(await all()).toMatchObject([{ expires_at: now().toISOString(), revoked_at: null }]);
  });

  test.each([0, -1, -86_400_000])('a key cannot expire %i ms from now', async (ms) => {
    const { create, all } = await aProject();
    await expect(create('live', { expires_at: soon(ms) })).rejects.toMatchObject({
      type: 'invalid_request',
      details: { fields: [{ path: 'expires_at', rule: 'future' }] },
    });
    expect(await all()).toEqual([]);
  });

  test('an expired key makes room for exactly one of many concurrent creates', async () => {
    const { create, all } = await aProject();
    await create('live', { expires_at: soon() });
    await create('live');
    await expect(create('live')).rejects.toMatchObject({ type: 'invalid_state' });
    pass(60_000);
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => create('live')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await all()).toHaveLength(3);
  });

  test('a key that was only marked as revoked, as after a restore of the table, makes room', async () => {
    const { projectId, create } = await aProject();
    const { value: key } = await create('live');
    await create('live');
    const marked = assigning({ revokedAt: now().toISOString() });
    await table.update({ key: projectKeyKey({ projectId, id: key.id }), ...marked });
    await create('live');
    await expect(create('live')).rejects.toMatchObject({ type: 'invalid_state' });
  });

  test('an expiring key can be revoked before and after its expiry', async () => {
    const { create, revoke } = await aProject();
    const { value: key } = await create('live', { expires_at: soon() });
    pass(60_000);
    await revoke(key.id);
    for (let made = 0; made < 2; made += 1) await create('live');
    await expect(create('live')).rejects.toMatchObject({ type: 'invalid_state' });
  });
});

test.each([
  '2026-13-01T00:00:00.000Z',
  '2027-02-30T00:00:00.000Z',
  '2027-01-01',
  '',
  7,
  '2027-01-01T00:00:00+01:00',
])('%j is not a valid expires_at', (expires_at) => {
  expect(NewApiKey.safeParse({ name: 'x', mode: 'live', expires_at }).success).toBe(false);
});

test('a key does not expire unless the request says so', () => {
  expect(NewApiKey.parse({ name: 'x', mode: 'live' })).toMatchObject({ expires_at: null });
});

test('the list shows who created a key and when it was last used, to the millisecond, after any number of requests', async () => {
  const { create, all, authenticate, revoke } = await aProject();
  const { value: key } = await create('live');
  expect(key).toMatchObject({ created_by: { id: 'usr_a', email: 'ada@example.com' }, last_used_at: null });
  for (let request = 0; request < 40; request += 1) {
    pass(7_001);
    await authenticate(key.secret);
    expect(await all()).toMatchObject([{ last_used_at: now().toISOString() }]);
  }
  const lastUse = now().toISOString();
  pass(1_000);
  await revoke(key.id);
  await authenticate(key.secret).catch(() => {});
  expect(await all()).toMatchObject([{ last_used_at: lastUse, revoked_at: now().toISOString() }]);
});

test('a key of more than 60 requests a minute is listed with its latest one', async () => {
  const { create, all } = await aProject();
  const { value: key } = await create('live');
  // The key takes the last free slot under the limit.
  const random = (limit: number) => limit - 1;
  await authenticator(table, 1_000, { now, random })(`Bearer ${key.secret}`);
  expect(await all()).toMatchObject([{ last_used_at: now().toISOString() }]);
});

test('creating, first using and revoking a key are one log line each, without secrets', async () => {
  const { create, revoke, authenticate } = await aProject();
  const id = randomId('key');
  const watched = watchLog();
  const { value: key } = await create('test', { id });
  await create('test', { id });
  await authenticate(key.secret);
  await authenticate(key.secret);
  await revoke(key.id);
  await Promise.all([revoke(key.id), revoke(key.id)]);
  const keyId = parseKey(key.secret ?? '')?.id;
  const ids = { api_key_id: id, key_id: keyId };
  expect(watched.lines).toEqual([
    { event: 'key.created', ...ids, mode: 'test', expires_at: null },
    { event: 'key.first_used', key_id: keyId },
    { event: 'key.revoked', ...ids },
  ]);
  expect(JSON.stringify(watched.lines)).not.toMatch(/ada@example|es_test_/);
});

test.each(['key_x', randomId('key'), '../../x'])('an unknown key %s is not found', async (id) => {
  await expect((await aProject()).revoke(id)).rejects.toMatchObject({ type: 'not_found' });
});

test('a key of another project is not found', async () => {
  const { value: key } = await (await aProject()).create('live');
  const other = await aProject();
  await expect(other.revoke(key.id)).rejects.toMatchObject({ type: 'not_found' });
});

test('a key that the operator made is listed by the person who claims it, once, and can be revoked', async () => {
  const { projectId, organizationId, all, revoke, authenticate } = await aProject();
  const key = await createApiKey({ table, now }, { projectId, mode: 'live' });
  expect((await authenticate(key)).caller.organizationId).toBeNull();
  await createProject(
    { table, now, newId: () => projectId, limits: Limits.parse({}) },
    { organizationId },
    { user, body: { name: 'P' }, bodyFingerprint: 'p' },
  );
  const keyId = parseKey(key)?.id ?? '';
  const claim = () => claimKey({ table, now }, user, { keyId, organizationId, name: 'First key' });
  expect(await all()).toEqual([]);
  expect([await claim(), await claim()]).toEqual([true, false]);
  const [listed, ...others] = await all();
  expect(listed).toMatchObject({ name: 'First key', mode: 'live', created_by: { email: user.email } });
  expect(others).toEqual([]);
  expect(await authenticate(key)).toMatchObject({ caller: { keyId, organizationId } });
  await revoke(listed?.id ?? '');
  await expect(authenticate(key)).rejects.toMatchObject({ type: 'unauthenticated' });
});

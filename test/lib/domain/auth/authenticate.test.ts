import { randomInt } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatKey, generateKey, parseKey } from '#lib/domain/auth/api-key.ts';
import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import { keyItemKey } from '#lib/domain/auth/key-record.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();
let now = new Date('2026-11-20T10:00:00.000Z');
beforeEach(() => {
  now = new Date('2026-11-20T10:00:00.000Z');
});

const chance = { now: () => now, random: randomInt };
const newKey = (mode: 'live' | 'test' = 'live') =>
  createApiKey({ table, now: () => now }, { projectId: 'prj_a', mode });
const authenticateWith = (key: string) => authenticator(table, 60, chance)(`Bearer ${key}`);
const idOf = (key: string) => parseKey(key)?.id ?? '';

test('a valid key gives its project, its mode and its remaining requests', async () => {
  const key = await newKey('test');
  expect(await authenticateWith(key)).toEqual({
    caller: { tenant: 'prj_a.test', organizationId: null, keyId: idOf(key) },
    headers: { 'ratelimit-policy': '"requests";q=60;w=60', ratelimit: '"requests";r=59;t=60' },
  });
});

test('the first use of a key is logged once, however many functions handle it and in any slots', async () => {
  const key = await newKey();
  const watched = watchLog();
  await Promise.all(Array.from({ length: 5 }, () => authenticateWith(key)));
  const sameSlot = authenticator(table, 60, { now: () => now, random: () => 0 });
  for (let minute = 0; minute < 3; minute += 1) {
    now = new Date(now.getTime() + 61_000);
    await sameSlot(`Bearer ${key}`);
    await authenticateWith(key);
  }
  expect(watched.of('key.first_used')).toEqual([{ event: 'key.first_used', key_id: idOf(key) }]);
});

describe('401 unauthenticated', () => {
  test.each([undefined, '', 'Bearer ', 'Basic eDp5', 'Bearer es_live_x'])(
    '%j is not a key',
    async (authorization) => {
      await expect(authenticator(table, 60, chance)(authorization)).rejects.toMatchObject({
        type: 'unauthenticated',
        headers: { 'www-authenticate': 'Bearer' },
      });
    },
  );

  test('an unknown key and a wrong secret get the same refusal, and write nothing', async () => {
    const key = await newKey();
    const stranger = generateKey('live');
    const forged = formatKey({ ...stranger, id: idOf(key) });
    await expect(authenticateWith(formatKey(stranger))).rejects.toMatchObject({ type: 'unauthenticated' });
    await expect(authenticateWith(forged)).rejects.toMatchObject({ type: 'unauthenticated' });
    expect(await table.get(keyItemKey(stranger.id))).toBeUndefined();
    expect((await authenticateWith(key)).headers).toMatchObject({ ratelimit: '"requests";r=59;t=60' });
  });

  const mark = (key: string, field: 'revokedAt' | 'expiresAt', at: Date) =>
    table.update({
      key: keyItemKey(idOf(key)),
      set: `SET ${field} = :at`,
      where: 'attribute_exists(pk)',
      values: { ':at': at.toISOString() },
    });

  test('a revoked key stops working at once, also in a function that just admitted it', async () => {
    const key = await newKey();
    const authenticate = authenticator(table, 60, chance);
    await authenticate(`Bearer ${key}`);
    await mark(key, 'revokedAt', now);
    const here = () => authenticate(`Bearer ${key}`);
    for (const refused of [() => authenticateWith(key), here, here])
      await expect(refused()).rejects.toMatchObject({ type: 'unauthenticated' });
  });

  test('a function that has refused a revoked key only reads it from then on', async () => {
    const key = await newKey();
    let writes = 0;
    const update: Table['update'] = (change) => {
      writes += 1;
      return table.update(change);
    };
    const authenticate = authenticator({ ...table, update }, 60, chance);
    await authenticate(`Bearer ${key}`);
    await mark(key, 'revokedAt', now);
    for (let refused = 0; refused < 5; refused += 1)
      await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ type: 'unauthenticated' });
    expect(writes).toBe(2);
  });

  test('a key stops working at the instant it expires, with the message of an unknown key', async () => {
    const key = await newKey();
    const authenticate = authenticator(table, 60, chance);
    await mark(key, 'expiresAt', new Date(now.getTime() + 1_000));
    await authenticate(`Bearer ${key}`);
    now = new Date(now.getTime() + 999);
    await authenticate(`Bearer ${key}`);
    now = new Date(now.getTime() + 1);
    const unknown = await authenticateWith(formatKey(generateKey('live'))).catch((error: unknown) => error);
    await expect(authenticate(`Bearer ${key}`)).rejects.toEqual(unknown);
    await expect(authenticateWith(key)).rejects.toEqual(unknown);
  });

  test('the log has the id of a refused key and the reason, and never its secret', async () => {
    const key = await newKey();
    const revoked = await newKey();
    await mark(revoked, 'revokedAt', now);
    const forged = formatKey({ ...generateKey('live'), id: idOf(key) });
    const unknown = formatKey(generateKey('test'));
    const watched = watchLog();
    for (const sent of [forged, unknown, revoked, `${key}x`]) await authenticateWith(sent).catch(() => {});
    await authenticator(table, 60, chance)(undefined).catch(() => {});
    expect(watched.lines).toEqual([
      { event: 'key.refused', reason: 'wrong_secret', key_id: idOf(key) },
      { event: 'key.refused', reason: 'unknown', key_id: idOf(unknown) },
      { event: 'key.refused', reason: 'revoked', key_id: idOf(revoked) },
      { event: 'key.refused', reason: 'malformed', key_id: undefined },
      { event: 'key.refused', reason: 'missing', key_id: undefined },
    ]);
  });
});

describe('429 rate_limit_exceeded', () => {
  test('a key that is certainly over its limit is refused for a second without a call to the table', async () => {
    const key = await newKey();
    const authenticate = authenticator(
      {
        ...table,
        update: (change) => {
          writes += 1;
          return table.update(change);
        },
      },
      60,
      chance,
    );
    let writes = 0;
    const refusedWrites = async () => {
      const before = writes;
      await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ type: 'rate_limit_exceeded' });
      return writes - before;
    };
    for (let request = 0; request < 60; request += 1) await authenticate(`Bearer ${key}`);
    expect(await refusedWrites()).toBe(0);
    now = new Date(now.getTime() + 1_000);
    expect(await refusedWrites()).toBe(1);
    expect(await refusedWrites()).toBe(0);
  });

  test('of 100 concurrent requests exactly 60 are admitted, and another key is not affected', async () => {
    const [key, other] = await Promise.all([newKey(), newKey()]);
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => authenticateWith(key)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const refusal of refusals) expect(refusal).toMatchObject({ type: 'rate_limit_exceeded' });
    await expect(authenticateWith(other)).resolves.toBeDefined();
  });

  test('the limit is the one that the deployment sets', async () => {
    const key = await newKey();
    const authenticate = authenticator(table, 3, chance);
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => authenticate(`Bearer ${key}`)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({
      headers: { 'ratelimit-policy': '"requests";q=3;w=60', ratelimit: '"requests";r=0;t=60' },
    });
  });

  test('Retry-After is exact to the second', async () => {
    const key = await newKey();
    for (let request = 0; request < 60; request += 1) {
      await authenticateWith(key);
      now = new Date(now.getTime() + 100);
    }
    await expect(authenticateWith(key)).rejects.toMatchObject({
      headers: { 'retry-after': '54', ratelimit: '"requests";r=0;t=54' },
    });
    now = new Date(now.getTime() + 53_000);
    await expect(authenticateWith(key)).rejects.toMatchObject({ headers: { 'retry-after': '1' } });
    now = new Date(now.getTime() + 1_000);
    await expect(authenticateWith(key)).resolves.toBeDefined();
  });
});

test('when the table cannot be read, a valid key is admitted and counted, and a wrong one refused', async () => {
  const key = await newKey();
  const unreadable = { ...table, get: () => Promise.reject(new Error('Throttled.')) };
  const authenticate = authenticator(unreadable, 60, chance);
  expect((await authenticate(`Bearer ${key}`)).headers).toMatchObject({ ratelimit: '"requests";r=59;t=60' });
  const forged = formatKey({ ...generateKey('live'), id: idOf(key) });
  for (const wrong of [forged, formatKey(generateKey('live'))])
    await expect(authenticate(`Bearer ${wrong}`)).rejects.toMatchObject({ type: 'unauthenticated' });
});

describe('when the table cannot be written', () => {
  const broken = { update: () => Promise.reject(new Error('Throttled.')) };

  test('a valid key is admitted uncounted when the table cannot be written, and a wrong one refused', async () => {
    const key = await newKey();
    const authenticate = authenticator({ ...table, ...broken }, 60, chance);
    expect(await authenticate(`Bearer ${key}`)).toMatchObject({
      caller: { tenant: 'prj_a.live' },
      headers: {},
    });
    await expect(authenticate(`Bearer ${formatKey(generateKey('live'))}`)).rejects.toMatchObject({
      type: 'unauthenticated',
    });
  });

  test('a key that this function has just admitted stays admitted when the table cannot be written', async () => {
    const key = await newKey();
    let isBroken = false;
    const update: Table['update'] = (change) => (isBroken ? broken.update() : table.update(change));
    const authenticate = authenticator({ ...table, update }, 60, chance);
    await authenticate(`Bearer ${key}`);
    isBroken = true;
    expect(await authenticate(`Bearer ${key}`)).toMatchObject({ caller: { keyId: idOf(key) }, headers: {} });
  });

  test('a key over its limit is refused when the table cannot be written', async () => {
    const key = await newKey();
    for (let request = 0; request < 60; request += 1) await authenticateWith(key);
    const withBrokenTable = authenticator({ ...table, ...broken }, 60, chance);
    await expect(withBrokenTable(`Bearer ${key}`)).rejects.toMatchObject({ type: 'rate_limit_exceeded' });
  });

  test("a request fails with the table's error when it can be neither read nor written", async () => {
    const get = () => Promise.reject(new Error('Down.'));
    const withDeadTable = authenticator({ ...broken, get }, 60, chance);
    await expect(withDeadTable(`Bearer ${await newKey()}`)).rejects.toThrow('Down.');
  });
});

import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatKey, generateKey, parseKey } from '#lib/domain/auth/api-key.ts';
import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import { keyItemKey } from '#lib/domain/auth/key-record.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { startTable } from '../../../support/table.ts';

let table: Table;
let stop = () => {};
let now = new Date('2026-11-20T10:00:00.000Z');
beforeAll(async () => {
  ({ table, stop } = await startTable());
});
beforeEach(() => {
  now = new Date('2026-11-20T10:00:00.000Z');
});
afterAll(() => stop());

const chance = { now: () => now, random: randomInt };
const newKey = (mode: 'live' | 'test' = 'live') =>
  createApiKey({ table, now: () => now }, { projectId: 'prj_a', mode });
const ask = (key: string) => authenticator(table, chance)(`Bearer ${key}`);
const idOf = (key: string) => parseKey(key)?.id ?? '';

test('a key tells its project, its mode and what is left of the limit', async () => {
  const key = await newKey('test');
  expect(await ask(key)).toEqual({
    caller: { tenant: 'prj_a.test', organizationId: null, keyId: idOf(key) },
    headers: { 'ratelimit-policy': '"requests";q=60;w=60', ratelimit: '"requests";r=59;t=60' },
  });
});

test('the first use of a key is logged once, however many functions see it first and whatever slots it takes', async () => {
  const key = await newKey();
  const watched = watchLog();
  await Promise.all(Array.from({ length: 5 }, () => ask(key)));
  const sameSlot = authenticator(table, { now: () => now, random: () => 0 });
  for (let minute = 0; minute < 3; minute += 1) {
    now = new Date(now.getTime() + 61_000);
    await sameSlot(`Bearer ${key}`);
    await ask(key);
  }
  watched.stop();
  expect(watched.of('key.first_used')).toEqual([{ event: 'key.first_used', key_id: idOf(key) }]);
});

describe('401', () => {
  test.each([undefined, '', 'Bearer ', 'Basic eDp5', 'Bearer es_live_x'])(
    '%j is no key',
    async (authorization) => {
      await expect(authenticator(table, chance)(authorization)).rejects.toMatchObject({
        type: 'unauthenticated',
      });
    },
  );

  test('an unknown key and a wrong secret are refused alike, and leave nothing behind', async () => {
    const key = await newKey();
    const stranger = generateKey('live');
    const forged = formatKey({ ...stranger, id: idOf(key) });
    await expect(ask(formatKey(stranger))).rejects.toMatchObject({ type: 'unauthenticated' });
    await expect(ask(forged)).rejects.toMatchObject({ type: 'unauthenticated' });
    expect(await table.get(keyItemKey(stranger.id))).toBeUndefined();
    expect((await ask(key)).headers).toMatchObject({ ratelimit: '"requests";r=59;t=60' });
  });

  const mark = (key: string, field: 'revokedAt' | 'expiresAt', at: Date) =>
    table.update({
      key: keyItemKey(idOf(key)),
      set: `SET ${field} = :at`,
      where: 'attribute_exists(pk)',
      values: { ':at': at.toISOString() },
    });

  test('a revoked key stops working at once, also where it was just admitted', async () => {
    const key = await newKey();
    const authenticate = authenticator(table, chance);
    await authenticate(`Bearer ${key}`);
    await mark(key, 'revokedAt', now);
    const here = () => authenticate(`Bearer ${key}`);
    for (const refused of [() => ask(key), here, here])
      await expect(refused()).rejects.toMatchObject({ type: 'unauthenticated' });
  });

  test('a key stops working at the instant at which it expires, with the words of an unknown one', async () => {
    const key = await newKey();
    const authenticate = authenticator(table, chance);
    await mark(key, 'expiresAt', new Date(now.getTime() + 1_000));
    await authenticate(`Bearer ${key}`);
    now = new Date(now.getTime() + 999);
    await authenticate(`Bearer ${key}`);
    now = new Date(now.getTime() + 1);
    const unknown = await ask(formatKey(generateKey('live'))).catch((error: unknown) => error);
    await expect(authenticate(`Bearer ${key}`)).rejects.toEqual(unknown);
    await expect(ask(key)).rejects.toEqual(unknown);
  });

  test('the log names the key that was refused and why, and never its secret', async () => {
    const [key, revoked] = [await newKey(), await newKey()];
    await mark(revoked, 'revokedAt', now);
    const forged = formatKey({ ...generateKey('live'), id: idOf(key) });
    const unknown = formatKey(generateKey('test'));
    const watched = watchLog();
    for (const sent of [forged, unknown, revoked, `${key}x`]) await ask(sent).catch(() => {});
    await authenticator(table, chance)(undefined).catch(() => {});
    watched.stop();
    expect(watched.lines).toEqual([
      { event: 'key.refused', reason: 'wrong_secret', key_id: idOf(key) },
      { event: 'key.refused', reason: 'unknown', key_id: idOf(unknown) },
      { event: 'key.refused', reason: 'revoked', key_id: idOf(revoked) },
      { event: 'key.refused', reason: 'malformed', key_id: undefined },
      { event: 'key.refused', reason: 'missing', key_id: undefined },
    ]);
  });
});

describe('429', () => {
  test('costs the table nothing while it is sure to be the answer, for a second', async () => {
    const key = await newKey();
    const authenticate = authenticator(
      {
        ...table,
        update: (change) => {
          writes += 1;
          return table.update(change);
        },
      },
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

  test('of 200 requests at once exactly 60 are admitted, and another key is not touched', async () => {
    const [key, other] = await Promise.all([newKey(), newKey()]);
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => ask(key)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const refusal of refusals) expect(refusal).toMatchObject({ type: 'rate_limit_exceeded' });
    await expect(ask(other)).resolves.toBeDefined();
  });

  test('comes after as many requests as the deployment allows', async () => {
    const key = await newKey();
    const authenticate = authenticator(table, { ...chance, requestsPerMinute: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => authenticate(`Bearer ${key}`)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({
      headers: { 'ratelimit-policy': '"requests";q=3;w=60', ratelimit: '"requests";r=0;t=60' },
    });
  });

  test('Retry-After is true to the second', async () => {
    const key = await newKey();
    for (let request = 0; request < 60; request += 1) {
      await ask(key);
      now = new Date(now.getTime() + 100);
    }
    await expect(ask(key)).rejects.toMatchObject({
      headers: { 'retry-after': '54', ratelimit: '"requests";r=0;t=54' },
    });
    now = new Date(now.getTime() + 53_000);
    await expect(ask(key)).rejects.toMatchObject({ headers: { 'retry-after': '1' } });
    now = new Date(now.getTime() + 1_000);
    await expect(ask(key)).resolves.toBeDefined();
  });
});

test('when the table cannot be read, a live key is admitted and counted, a wrong one still refused', async () => {
  const key = await newKey();
  const unreadable = { ...table, get: () => Promise.reject(new Error('Throttled.')) };
  const authenticate = authenticator(unreadable, chance);
  expect((await authenticate(`Bearer ${key}`)).headers).toMatchObject({ ratelimit: '"requests";r=59;t=60' });
  const forged = formatKey({ ...generateKey('live'), id: idOf(key) });
  for (const wrong of [forged, formatKey(generateKey('live'))])
    await expect(authenticate(`Bearer ${wrong}`)).rejects.toMatchObject({ type: 'unauthenticated' });
});

describe('when the table cannot be written', () => {
  const broken = { update: () => Promise.reject(new Error('Throttled.')) };

  test('a live key is admitted uncounted, a wrong one still refused', async () => {
    const key = await newKey();
    const authenticate = authenticator({ ...table, ...broken }, chance);
    expect(await authenticate(`Bearer ${key}`)).toMatchObject({
      caller: { tenant: 'prj_a.live' },
      headers: {},
    });
    await expect(authenticate(`Bearer ${formatKey(generateKey('live'))}`)).rejects.toMatchObject({
      type: 'unauthenticated',
    });
  });

  test('a key that has used up its limit is refused all the same', async () => {
    const key = await newKey();
    for (let request = 0; request < 60; request += 1) await ask(key);
    const authenticate = authenticator({ ...table, ...broken }, chance);
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ type: 'rate_limit_exceeded' });
  });

  test('nor read, the request fails as the table does', async () => {
    const get = () => Promise.reject(new Error('Down.'));
    const authenticate = authenticator({ ...broken, get }, chance);
    await expect(authenticate(`Bearer ${await newKey()}`)).rejects.toThrow('Down.');
  });
});

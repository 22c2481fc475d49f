import { randomInt } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { personKey } from '#lib/domain/auth/person.ts';
import { countedSession } from '#lib/domain/auth/counted-session.ts';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import type { User } from '#lib/domain/auth/session.ts';
import { signOutEverywhere } from '#lib/domain/auth/sign-out.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { anyTable } from '../../../support/table.ts';

const limit = 20;
const start = new Date('2026-11-21T10:00:00.000Z');
const { table } = await anyTable();
let now = start;
beforeEach(() => {
  now = start;
});

const clock = { now: () => now, random: randomInt };
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const aUser = (): User => ({ id: randomId('usr'), email: 'ada@example.com', name: 'Ada' });
const signIn = (user: User) => startSession(table, user, { now });
/** Authenticates as a function that sees the session for the first time. */
const authenticate = (id: string, on: Pick<Table, 'get' | 'update'> = table) =>
  countedSession(on, limit, clock)(id);
const provider = { endSessionUrl: async () => null };
const leaveAll = (user: User) => signOutEverywhere({ table, provider, now: () => now }, user);
const over = { type: 'unauthenticated' };

test('a session gives its person and the remaining requests', async () => {
  const user = aUser();
  const { session, headers } = await authenticate(await signIn(user));
  expect(session.user).toEqual(user);
  expect(headers).toEqual({
    'ratelimit-policy': `"requests";q=${limit};w=60`,
    ratelimit: `"requests";r=${limit - 1};t=60`,
  });
});

describe('429 rate_limit_exceeded', () => {
  test('of 60 concurrent requests by three sessions of a person exactly the limit is admitted, and others are not affected', async () => {
    const user = aUser();
    const ids = await Promise.all([signIn(user), signIn(user), signIn(user)]);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) => authenticate(ids[at % 3] ?? '')),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toHaveLength(60 - limit);
    for (const refusal of refusals) expect(refusal).toMatchObject({ type: 'rate_limit_exceeded' });
    await expect(authenticate(await signIn(aUser()))).resolves.toBeDefined();
  });

  test('Retry-After is exact to the second, and a flood of requests costs one write a second', async () => {
    const id = await signIn(aUser());
    let writes = 0;
    const counting: Pick<Table, 'get' | 'update'> = {
      get: (key) => table.get(key),
      update: (change) => {
        writes += 1;
        return table.update(change);
      },
    };
    const admit = countedSession(counting, limit, clock);
    for (let request = 0; request < limit; request += 1) await admit(id);
    expect(writes).toBe(limit);
    pass(2_500);
    for (let request = 0; request < 50; request += 1)
      await expect(admit(id)).rejects.toMatchObject({
        headers: { 'retry-after': '58', ratelimit: '"requests";r=0;t=58' },
      });
    expect(writes).toBe(limit + 1);
    pass(57_500);
    await expect(admit(id)).resolves.toBeDefined();
  });
});

describe('signing out everywhere', () => {
  test("signing out everywhere ends every session of the person at once, and no one else's", async () => {
    const user = aUser();
    const other = aUser();
    const ids = [await signIn(user), await signIn(user)];
    const another = await signIn(other);
    const warm = countedSession(table, limit, clock);
    await warm(ids[0] ?? '');
    pass(5_000);
    await leaveAll(user);
    for (const id of ids) {
      await expect(authenticate(id)).rejects.toMatchObject(over);
      await expect(warm(id)).rejects.toMatchObject(over);
    }
    expect((await authenticate(another)).session.user).toEqual(other);
  });

  test('sessions that start after a sign-out everywhere stay open', async () => {
    const user = aUser();
    await signIn(user);
    await leaveAll(user);
    pass(1);
    const id = await signIn(user);
    pass(600_000);
    await expect(authenticate(id)).resolves.toBeDefined();
    await leaveAll(user);
    await expect(authenticate(id)).rejects.toMatchObject(over);
  });

  test("a stolen session that was ended cannot use up its owner's limit", async () => {
    const user = aUser();
    const stolen = await signIn(user);
    pass(1_000);
    await leaveAll(user);
    pass(1_000);
    const id = await signIn(user);
    for (let request = 0; request < limit * 2; request += 1)
      await expect(authenticate(stolen)).rejects.toMatchObject(over);
    expect((await authenticate(id)).headers).toMatchObject({ ratelimit: `"requests";r=${limit - 1};t=60` });
  });

  test('checking a sign-out everywhere costs no extra read: a request is one read and one write', async () => {
    const id = await signIn(aUser());
    const calls: string[] = [];
    await authenticate(id, {
      get: (key) => {
        calls.push(`read ${key.sk}`);
        return table.get(key);
      },
      update: (change) => {
        calls.push(`write ${change.key.sk}`);
        return table.update(change);
      },
    });
    expect(calls).toEqual(['read session', 'write user']);
  });
});

describe('when the table cannot be written', () => {
  const broken = (): Pick<Table, 'get' | 'update'> => ({
    get: (key) => table.get(key),
    update: () => Promise.reject(new Error('Throttled.')),
  });

  test.each([0, 600_000])(
    'a live session of %i ms is admitted uncounted when the table cannot be written, which is logged',
    async (age) => {
      const user = aUser();
      const id = await signIn(user);
      pass(age);
      const watched = watchLog();
      const { session, headers } = await authenticate(id, broken());
      expect([session.user, headers]).toEqual([user, {}]);
      expect(watched.of('limiter.failed_open')).toMatchObject([{ user_id: user.id }]);
    },
  );

  test('when the table cannot be written, an ended session is refused, and so is a person over their limit', async () => {
    const user = aUser();
    const id = await signIn(user);
    for (let request = 0; request < limit; request += 1) await authenticate(id);
    await expect(authenticate(id, broken())).rejects.toMatchObject({ type: 'rate_limit_exceeded' });
    await leaveAll(user);
    await expect(authenticate(id, broken())).rejects.toMatchObject(over);
  });

  test("a request fails with the table's error when it can be neither read nor written", async () => {
    const id = await signIn(aUser());
    const dead = { ...broken(), get: () => Promise.reject(new Error('Down.')) };
    await expect(authenticate(id, dead)).rejects.toThrow('Down.');
  });
});

test('the item of a person has neither e-mail address nor name', async () => {
  const user = aUser();
  await authenticate(await signIn(user));
  await leaveAll(user);
  const item = await table.get(personKey(user.id));
  expect(
    Object.keys(item ?? {})
      .filter((name) => !/^s\d+$/.test(name))
      .toSorted(),
  ).toEqual(['pk', 'signedOutAt', 'sk']);
});

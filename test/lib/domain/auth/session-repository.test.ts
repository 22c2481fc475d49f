import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endSession, findSession, startSession } from '#lib/domain/auth/session-repository.ts';
import { sessionsOf } from '#lib/domain/auth/session-list.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();

const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };
const start = Date.parse('2026-11-21T10:00:00.000Z');
const hours = (count: number) => new Date(start + count * 3_600_000);
const find = (id: string, at: Date) => findSession(table, id, at);
const begun = () => startSession(table, user, { now: hours(0) });
const over = { type: 'unauthenticated' };

test('a session id has 256 random bits, is never repeated, and is stored only as its hash', async () => {
  const id = await begun();
  const other = await begun();
  expect(Buffer.from(id, 'base64url')).toHaveLength(32);
  expect(other).not.toBe(id);
  const hash = createHash('sha256').update(id).digest('hex');
  const item = await table.get({ pk: `session/${hash}`, sk: 'session' });
  expect(item).toMatchObject({ user });
  expect(JSON.stringify(item)).not.toContain(id);
});

describe('session expiry', () => {
  test('the table deletes a session when it has ended, and its row in the list when it can no longer be renewed', async () => {
    const person = { ...user, id: 'usr_b' };
    const hash = createHash('sha256')
      .update(await startSession(table, person, { now: hours(0) }))
      .digest('hex');
    expect(await table.get({ pk: `session/${hash}`, sk: 'session' })).toMatchObject({
      ttl: ttlAt(hours(12)),
    });
    const rows = { where: 'pk = :list', values: { ':list': sessionsOf(person.id) }, limit: 10 };
    expect((await table.query(rows)).items).toMatchObject([{ hash, ttl: ttlAt(hours(7 * 24)) }]);
  });

  test('a session ends after twelve hours without use, even while its item still exists', async () => {
    const id = await begun();
    await expect(find(id, hours(12))).rejects.toMatchObject(over);
    expect((await find(id, new Date(hours(12).getTime() - 1))).user).toEqual(user);
    expect((await find(id, hours(23.9))).user).toEqual(user);
    await expect(find(id, hours(36))).rejects.toMatchObject(over);
  });

  test('a session ends after seven days, however much it is used', async () => {
    const id = await begun();
    for (let at = 6; at < 7 * 24; at += 6) {
      const { expiresAt } = await find(id, hours(at));
      expect(expiresAt.getTime()).toBeLessThanOrEqual(hours(7 * 24).getTime());
    }
    await expect(find(id, hours(7 * 24))).rejects.toMatchObject(over);
  });

  test('a session ends at once on sign-out, and stays ended', async () => {
    const id = await begun();
    await endSession(table, id, hours(1));
    await expect(find(id, hours(0))).rejects.toMatchObject(over);
    await expect(find(id, hours(2))).rejects.toMatchObject(over);
  });

  test('a session also ends for a request that read it just before the sign-out', async () => {
    const id = await begun();
    const racing: Parameters<typeof findSession>[0] = {
      get: async (key) => {
        const item = await table.get(key);
        await endSession(table, id, hours(1));
        return item;
      },
      update: (change) => table.update(change),
    };
    await expect(findSession(racing, id, hours(1))).rejects.toMatchObject(over);
  });
});

test('an unknown session id opens nothing', async () => {
  for (const id of ['', 'x', 'A'.repeat(43), '../session'])
    await expect(find(id, hours(0))).rejects.toMatchObject(over);
});

test('ending an unknown session creates none', async () => {
  await endSession(table, 'never', hours(0));
  await expect(find('never', hours(0))).rejects.toMatchObject(over);
});

test('a page that polls writes its session every five minutes at most', async () => {
  const id = await begun();
  let writes = 0;
  const counting: Parameters<typeof findSession>[0] = {
    get: (key) => table.get(key),
    update: (change) => {
      writes += 1;
      return table.update(change);
    },
  };
  for (let minute = 0; minute < 60; minute += 1) await findSession(counting, id, hours(minute / 60));
  expect(writes).toBe(11);
});

import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Key, Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import { minuteMs, ttlAt } from '#lib/platform/durations.ts';
import { expiryOf, type Session, signInFirst, User } from './session.ts';

/** A session as stored, under the hash of its id, which only the cookie holds. */
const SessionRecord = z.object({
  user: User,
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
});

/** Minimum interval between writes of a session, so that a polling page costs reads only. */
const seenEveryMs = 5 * minuteMs;

const keyOf = (id: string): Key => ({
  pk: `session/${createHash('sha256').update(id).digest('hex')}`,
  sk: 'session',
});

/** Starts a session and returns its id: 256 random bits that cannot be read again. */
export const startSession = async (table: Pick<Table, 'putNew'>, user: User, now: Date): Promise<string> => {
  const id = randomBytes(32).toString('base64url');
  const at = { createdAt: now.toISOString(), lastSeenAt: now.toISOString() };
  const { done } = await table.putNew({ ...keyOf(id), user, ...at, ttl: ttlAt(expiryOf(at)) });
  if (!done) throw new Error('Two sessions got one id.');
  return id;
};

/** Finds a live session and extends it. Throws `unauthenticated`. */
export const findSession = async (
  table: Pick<Table, 'get' | 'update'>,
  id: string,
  now: Date,
): Promise<Session> => {
  const key = keyOf(id);
  const item = await table.get(key);
  if (!item) throw signInFirst();
  const { user, createdAt, lastSeenAt, endedAt } = SessionRecord.parse(item);
  const expiresAt = expiryOf({ createdAt, lastSeenAt });
  if (endedAt !== undefined || expiresAt <= now) throw signInFirst();
  if (now.getTime() - Date.parse(lastSeenAt) < seenEveryMs) return { id, user, createdAt, expiresAt };
  const renewed = expiryOf({ createdAt, lastSeenAt: now.toISOString() });
  const live = { id, user, createdAt };
  try {
    const { done } = await table.update({
      key,
      set: 'SET lastSeenAt = :now, #ttl = :ttl',
      where: 'attribute_exists(pk) AND attribute_not_exists(endedAt)',
      names: { '#ttl': 'ttl' },
      values: { ':now': now.toISOString(), ':ttl': ttlAt(renewed) },
    });
    if (done) return { ...live, expiresAt: renewed };
  } catch (error) {
    // The session was live when read, so it stays usable until its old expiry.
    log.error('session.renewal_failed', error);
    return { ...live, expiresAt };
  }
  throw signInFirst();
};

/** Ends the session with this id, if there is one. */
export const endSession = async (table: Pick<Table, 'update'>, id: string, now: Date): Promise<void> => {
  await table.update({
    key: keyOf(id),
    set: 'SET endedAt = :now, #ttl = :ttl',
    where: 'attribute_exists(pk)',
    names: { '#ttl': 'ttl' },
    values: { ':now': now.toISOString(), ':ttl': ttlAt(now) },
  });
};

import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Key, Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import { later, minuteMs, ttlAt } from '#lib/platform/durations.ts';
import { hashSecret } from './api-key.ts';
import { listedSession, listedSessionKey } from './session-list.ts';
import { expiryOf, maxSessionMs, type Session, signInFirst, User } from './session.ts';

/** A session as stored, under the hash of its id, which only the cookie holds. */
const SessionRecord = z.object({
  user: User,
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
});

/** Minimum interval between writes of a session, so that a polling page costs reads only. */
const seenEveryMs = 5 * minuteMs;

const keyOf = (hash: string): Key => ({ pk: `session/${hash}`, sk: 'session' });

type Start = {
  readonly now: Date;
  /** The header User-Agent of the browser, by which its person knows it. */
  readonly userAgent?: string | undefined;
};

/** Starts a session and returns its id: 256 random bits that cannot be read again. */
export const startSession = async (
  table: Pick<Table, 'transact'>,
  user: User,
  { now, userAgent = '' }: Start,
): Promise<string> => {
  const id = randomBytes(32).toString('base64url');
  const hash = hashSecret(id);
  const at = { createdAt: now.toISOString(), lastSeenAt: now.toISOString() };
  const listed = listedSession({ hash, now, userAgent });
  const where = 'attribute_not_exists(pk)';
  const { done } = await table.transact([
    { put: { ...keyOf(hash), user, ...at, ttl: ttlAt(expiryOf(at)) }, where },
    {
      put: { ...listed, ...listedSessionKey(user.id, listed.id), ttl: ttlAt(later(now, maxSessionMs)) },
      where,
    },
  ]);
  if (!done) throw new Error('Two sessions got one id.');
  return id;
};

type LiveSession = Pick<z.infer<typeof SessionRecord>, 'user' | 'createdAt' | 'lastSeenAt'> & {
  readonly expiresAt: Date;
};

/** The session with this hash and the times at which it was last used and will end. Undefined if it has ended. */
export const findLive = async (
  table: Pick<Table, 'get'>,
  hash: string,
  now: Date,
): Promise<LiveSession | undefined> => {
  const item = await table.get(keyOf(hash));
  if (!item) return undefined;
  const { endedAt, ...session } = SessionRecord.parse(item);
  const expiresAt = expiryOf(session);
  return endedAt !== undefined || expiresAt <= now ? undefined : { ...session, expiresAt };
};

/** Finds a live session and extends it. Throws `unauthenticated`. */
export const findSession = async (
  table: Pick<Table, 'get' | 'update'>,
  id: string,
  now: Date,
): Promise<Session> => {
  const hash = hashSecret(id);
  const found = await findLive(table, hash, now);
  if (!found) throw signInFirst();
  const { user, createdAt, lastSeenAt, expiresAt } = found;
  if (now.getTime() - Date.parse(lastSeenAt) < seenEveryMs) return { id, user, createdAt, expiresAt };
  const renewed = expiryOf({ createdAt, lastSeenAt: now.toISOString() });
  const live = { id, user, createdAt };
  try {
    const { done } = await table.update({
      key: keyOf(hash),
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
export const endSession = (table: Pick<Table, 'update'>, id: string, now: Date): Promise<void> =>
  endByHash(table, hashSecret(id), now);

/** Like `endSession`, by the hash of the id. */
export const endByHash = async (table: Pick<Table, 'update'>, hash: string, now: Date): Promise<void> => {
  await table.update({
    key: keyOf(hash),
    set: 'SET endedAt = :now, #ttl = :ttl',
    where: 'attribute_exists(pk)',
    names: { '#ttl': 'ttl' },
    values: { ':now': now.toISOString(), ':ttl': ttlAt(now) },
  });
};

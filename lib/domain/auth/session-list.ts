import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';
import { timedId } from '#lib/platform/ids.ts';

/** A session in the list of its person. Its id there cannot be used to sign in. */
export const ListedSession = z.object({
  id: z.string(),
  /** The hash of the id in the cookie, under which the session is stored. */
  hash: z.string(),
  createdAt: z.iso.datetime(),
  userAgent: z.string(),
});
export type ListedSession = z.infer<typeof ListedSession>;

/** The partition of a user's sessions. */
export const sessionsOf = (userId: string): string => `user/${userId}/sessions`;

export const listedSessionKey = (userId: string, id: string): Key => ({ pk: sessionsOf(userId), sk: id });

const maxUserAgent = 300;

/** Ids sort by time. */
export const listedSession = ({
  hash,
  now,
  userAgent,
}: {
  readonly hash: string;
  readonly now: Date;
  readonly userAgent: string;
}): ListedSession => ({
  id: timedId('ses', now, [hash]),
  hash,
  createdAt: now.toISOString(),
  userAgent: userAgent.slice(0, maxUserAgent),
});

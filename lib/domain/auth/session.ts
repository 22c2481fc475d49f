import * as z from 'zod';
import { AppError } from '#lib/platform/errors.ts';
import { dayMs, hourMs, secondMs } from '#lib/platform/durations.ts';
import { derivedId } from '#lib/platform/ids.ts';

/** A person who signs in to the console. */
export const User = z.object({ id: z.string(), email: z.string(), name: z.string() });
export type User = z.infer<typeof User>;

/** The id of a person whom the identity provider knows as `subject`. `realm` names the provider. */
export const userIdOf = (realm: string, subject: string): string => derivedId('usr', [realm, subject]);

/** A live session. Its id is a secret. */
export type Session = {
  readonly id: string;
  readonly user: User;
  readonly createdAt: string;
  readonly expiresAt: Date;
};

const idleMs = 12 * hourMs;
export const maxSessionMs = 7 * dayMs;
export const maxSessionSeconds = maxSessionMs / secondMs;

/** The time at which a session ends if it is not renewed. */
export const expiryOf = (session: { readonly createdAt: string; readonly lastSeenAt: string }): Date =>
  new Date(Math.min(Date.parse(session.createdAt) + maxSessionMs, Date.parse(session.lastSeenAt) + idleMs));

export const signInFirst = () => new AppError('unauthenticated', 'Sign in to the console.');

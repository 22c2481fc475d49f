import * as z from 'zod';
import { instant } from '#lib/platform/http/fields.ts';
import type { Session } from './session.ts';

const SessionUser = z
  .object({ id: z.string(), email: z.string(), name: z.string() })
  .meta({ id: 'SessionUser', description: 'Who is signed in.' });

export const SessionView = z
  .object({
    user: SessionUser,
    expires_at: instant.meta({ description: 'Moves on with use, up to seven days.' }),
  })
  .meta({ id: 'Session', description: 'A stay at the console.' });
export type SessionView = z.infer<typeof SessionView>;

/** The session as its owner sees it. */
export const viewSession = ({ user, expiresAt }: Session): SessionView => ({
  user,
  expires_at: expiresAt.toISOString(),
});

import * as z from 'zod';
import { instant } from '#lib/platform/http/fields.ts';
import type { Session } from './session.ts';

const SessionUser = z
  .object({ id: z.string(), email: z.string(), name: z.string() })
  .meta({ id: 'SessionUser', description: 'The signed-in person.' });

export const SessionView = z
  .object({
    user: SessionUser,
    expires_at: instant.meta({ description: 'Each use extends it, up to seven days.' }),
  })
  .meta({ id: 'Session', description: 'A session at the console.' });
export type SessionView = z.infer<typeof SessionView>;

/** The session as the API shows it. */
export const viewSession = ({ user, expiresAt }: Session): SessionView => ({
  user,
  expires_at: expiresAt.toISOString(),
});

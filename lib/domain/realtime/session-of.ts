import type { Caller } from '#lib/domain/auth/caller.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import type { SessionRef } from './session.ts';

/** The same message for a malformed id, an unknown id and an id of another project. */
export const unknownSession = () =>
  new AppError('not_found', 'There is no realtime session with this id in your project.');

/** The session with this id in the caller's project. */
export const refOf = (caller: Caller, id: string): SessionRef => {
  if (!isId('rts', id)) throw unknownSession();
  return { tenant: caller.tenant, id };
};

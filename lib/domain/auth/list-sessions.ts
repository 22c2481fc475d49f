import * as z from 'zod';
import type { Item, Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { instant } from '#lib/platform/http/fields.ts';
import { idPattern, isId } from '#lib/platform/ids.ts';
import { log } from '#lib/platform/log.ts';
import { hashSecret } from './api-key.ts';
import { Person, personKey } from './person.ts';
import { ListedSession, listedSessionKey, sessionsOf } from './session-list.ts';
import { endByHash, findLive } from './session-repository.ts';
import type { Session, User } from './session.ts';

const OwnSession = z
  .object({
    id: z.string().regex(idPattern('ses')),
    created_at: instant,
    last_seen_at: instant.meta({ description: 'With a precision of five minutes.' }),
    expires_at: instant.meta({ description: 'Each use extends it, up to seven days.' }),
    user_agent: z.string().meta({ description: 'What the browser called itself when it signed in.' }),
    is_current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'OwnSession', description: 'One of your live sessions at the console.' });
export type OwnSession = z.infer<typeof OwnSession>;

export const SessionsView = z.object({ data: z.array(OwnSession) }).meta({ id: 'Sessions' });
export type SessionsView = z.infer<typeof SessionsView>;

/** More than the sign-ins of any person in the seven days that a session lasts. */
const maxListed = 100;

/** The live sessions of a person, newest first. */
export const listSessions = async (
  { table, now }: { readonly table: Pick<Table, 'get' | 'query'>; readonly now: () => Date },
  { id: ownId, user }: Session,
): Promise<SessionsView> => {
  const list = { where: 'pk = :list', values: { ':list': sessionsOf(user.id) } };
  const [{ items }, person] = await Promise.all([
    table.query({ ...list, newestFirst: true, limit: maxListed }),
    table.get(personKey(user.id)),
  ]);
  const { signedOutAt = '' } = Person.parse(person ?? {});
  const view = async (item: Item): Promise<OwnSession[]> => {
    const { id, hash, createdAt, userAgent } = ListedSession.parse(item);
    const live = createdAt > signedOutAt ? await findLive(table, hash, now()) : undefined;
    if (!live) return [];
    const { lastSeenAt, expiresAt } = live;
    const times = { created_at: createdAt, last_seen_at: lastSeenAt, expires_at: expiresAt.toISOString() };
    return [{ id, ...times, user_agent: userAgent, is_current: hash === hashSecret(ownId) }];
  };
  return { data: (await Promise.all(items.map(view))).flat() };
};

/** Ends one of the person's sessions. Repeating it has no effect. */
export const endOwnSession = async (
  { table, now }: { readonly table: Pick<Table, 'get' | 'update'>; readonly now: () => Date },
  { id: userId }: Pick<User, 'id'>,
  id: string,
): Promise<void> => {
  const item = isId('ses', id) ? await table.get(listedSessionKey(userId, id)) : undefined;
  if (!item) throw new AppError('not_found', 'You have no session with this id.');
  await endByHash(table, ListedSession.parse(item).hash, now());
  log.info('session.ended', { user_id: userId });
};

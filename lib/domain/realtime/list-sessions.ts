import * as z from 'zod';
import type { Caller } from '#lib/domain/auth/caller.ts';
import { referenceFilter } from '#lib/domain/labels.ts';
import { pageQuery, toPage } from '#lib/platform/http/cursor.ts';
import { readPage } from '#lib/platform/http/read-page.ts';
import type { SessionRepository } from './session-repository.ts';
import { type SessionPage, viewSession } from './session-view.ts';
import { type RealtimeSession, statuses } from './session.ts';

/** Query of GET /v1/realtime/sessions. */
export const ListSessionsQuery = pageQuery('rts').extend({
  status: z
    .enum(statuses, `Send one of ${statuses.join(', ')}.`)
    .optional()
    .meta({ description: 'Only sessions of this status.' }),
  client_reference_id: referenceFilter,
});

export type ListSessionsDeps = {
  readonly sessions: Pick<SessionRepository, 'list'>;
  readonly now: () => Date;
};

/** Fewer than of other lists, because each session is read by itself. */
const reads = [100, 100, 100, 100, 100] as const;

/** The sessions of the caller's project, newest first. The index is eventually consistent; a page may be short. */
export const listSessions = async (
  deps: ListSessionsDeps,
  { tenant }: Caller,
  { limit, cursor, status, client_reference_id: name }: z.infer<typeof ListSessionsQuery>,
): Promise<SessionPage> => {
  const now = deps.now();
  const isFiltered = status !== undefined || name !== undefined;
  const { entries, next } = await readPage({ limit, cursor, isFiltered, reads }, async (part) => {
    const page = await deps.sessions.list(tenant, { ...part, status, name, now });
    // The index finds them, and may lag behind what is read of them.
    const isMeant = (session: RealtimeSession) => status === undefined || session.status === status;
    return { entries: page.sessions.filter(isMeant), next: page.next };
  });
  return toPage(entries.map(viewSession), next);
};

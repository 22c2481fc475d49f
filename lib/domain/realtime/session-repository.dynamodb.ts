import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { dueFields, firstDue, listDue, rescheduleSweep } from '#lib/platform/due-index/due-index.ts';
import { listIndexKeys, listIndexPosition, listIndexStart } from '#lib/platform/http/list-index-keys.ts';
import { dynamoConnect, dynamoConnections, type SessionLimits } from './connections.dynamodb.ts';
import { dynamoEndings } from './endings.dynamodb.ts';
import { forgottenAt } from './expiry.ts';
import { dynamoInput } from './input.dynamodb.ts';
import { dynamoRunners } from './runner.dynamodb.ts';
import { duePrefix, sessionKey, sessionList, toDueSession, withoutNulls } from './session-item.ts';
import type { SessionRepository } from './session-repository.ts';
import { RealtimeSession } from './session.ts';

const Listed = z.object({ pk: z.string(), sk: z.string() });

/** `SessionRepository` without what depends on the limits that the operator has set. */
export type StoredSessions = Omit<SessionRepository, 'connect'>;

/** `StoredSessions` on the one table. */
export const dynamoSessions = (table: Table): StoredSessions => ({
  ...dynamoConnections(table),
  ...dynamoInput(table),
  ...dynamoRunners(table),
  ...dynamoEndings(table),

  create: async (session) => {
    const outcome = await table.putNew({
      ...withoutNulls(session),
      ...sessionKey(session),
      ...listIndexKeys(sessionList(session.tenant), session),
      // The index carries it under this name.
      ...(session.options.clientReferenceId !== null && { name: session.options.clientReferenceId }),
      ...dueFields(duePrefix, session.id, new Date(session.secretExpiresAt)),
      ttl: forgottenAt(session),
    });
    return outcome.done
      ? { kind: 'created' }
      : { kind: 'exists', session: RealtimeSession.parse(outcome.item) };
  },

  find: async (ref) => {
    const item = await table.get(sessionKey(ref));
    return item && RealtimeSession.parse(item);
  },

  list: async (tenant, { limit, after, status, name, now }) => {
    const names = { ...(status && { '#status': 'status' }), ...(name !== undefined && { '#name': 'name' }) };
    const { items, last } = await table.query({
      index: 'listed',
      where: 'listed_project = :sessions',
      filter: `expiresAt > :now${status ? ' AND #status = :status' : ''}${name === undefined ? '' : ' AND #name = :name'}`,
      ...(Object.keys(names).length > 0 && { names }),
      values: {
        ':sessions': sessionList(tenant),
        ':now': now.toISOString(),
        ...(status && { ':status': status }),
        ...(name !== undefined && { ':name': name }),
      },
      newestFirst: true,
      startAfter: listIndexStart(sessionList(tenant), after, (id) => sessionKey({ tenant, id })),
      limit,
    });
    // The index carries what lists of jobs show.
    const keys = items.map((item) => Listed.parse(item));
    const found = await Promise.all(keys.map(({ pk, sk }) => table.get({ pk, sk })));
    return {
      sessions: found.flatMap((item) => (item ? [RealtimeSession.parse(item)] : [])),
      next: last ? listIndexPosition(last) : null,
    };
  },

  listDue: async (now, from = firstDue(duePrefix)) => {
    const { dues, next } = await listDue(table, from, now);
    return { dues: dues.map(toDueSession), next };
  },

  rescheduleSweep: async ({ ref, dueAt }, nextSweepAt) => {
    const item = await rescheduleSweep(table, { key: sessionKey(ref), dueAt }, nextSweepAt);
    return item && RealtimeSession.parse(item);
  },
});

/** `SessionRepository` on the one table. */
export const dynamoSessionRepository = (table: Table, limits: SessionLimits): SessionRepository => ({
  ...dynamoSessions(table),
  ...dynamoConnect(table, limits),
});

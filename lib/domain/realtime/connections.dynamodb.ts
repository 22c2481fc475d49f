import type { Change, Condition, Table } from '#lib/platform/aws/table.ts';
import { later } from '#lib/platform/durations.ts';
import { addMember } from '#lib/platform/limits/id-set.ts';
import { liveSessionsOf } from '#lib/platform/limits/id-sets.ts';
import type { Connecting, SessionRepository } from './session-repository.ts';
import { sessionKey, sessionOf } from './session-item.ts';
import type { RealtimeSession } from './session.ts';
import { resumableMs, sweepMs, wakeMs } from './timing.ts';

type Connections = Pick<
  SessionRepository,
  'connect' | 'setConnection' | 'dropConnection' | 'notePing' | 'countFault' | 'noteWake'
>;

/** The condition that a credential opens the session in the state in which it was read. */
const admission = (
  { status }: RealtimeSession,
  { credential, now }: Connecting,
): Omit<Condition, 'names'> => {
  if (credential.kind === 'secret') {
    // A client whose first connection broke before it was greeted has no other credential.
    const once =
      status === 'live' ? ' AND attribute_not_exists(told) AND attribute_not_exists(endReason)' : '';
    const where = `secretHash = :hash AND secretExpiresAt > :now${once}`;
    return { where, values: { ':hash': credential.hash, ':now': now.toISOString() } };
  }
  const hash = { ':hash': credential.hash };
  if (status === 'live') return { where: 'contains(resumeHashes, :hash)', values: hash };
  const since = later(now, -resumableMs).toISOString();
  return {
    where: 'contains(resumeHashes, :hash) AND endedAt > :since',
    values: { ...hash, ':since': since },
  };
};

const connected = (
  session: RealtimeSession,
  { credential, afterEventId, now }: Connecting,
): RealtimeSession => ({
  ...session,
  status: session.status === 'created' ? 'live' : session.status,
  startedAt: session.startedAt ?? now.toISOString(),
  connection: session.connection + 1,
  connectionId: null,
  connectedAt: null,
  afterEventId,
  faults: 0,
  pingedAt: now.toISOString(),
  // The token of this connection stays valid: the next one may be lost on its way.
  resumeHashes: credential.kind === 'resume' ? [credential.hash] : [],
});

const connecting = (session: RealtimeSession, input: Connecting): Change => {
  const { status, startedAt, connection, afterEventId, faults, pingedAt, resumeHashes } = connected(
    session,
    input,
  );
  const { where, values } = admission(session, input);
  const isFirst = session.status === 'created';
  return {
    key: sessionKey(session),
    set: `SET #status = :status, startedAt = :startedAt, #connection = :next, afterEventId = :after,
      faults = :faults, pingedAt = :pingedAt, resumeHashes = :resume${isFirst ? ', due_at = :due' : ''}
      REMOVE connectionId, connectedAt`,
    where: `#status = :seen AND #connection = :connection AND ${where}`,
    names: { '#status': 'status', '#connection': 'connection' },
    values: {
      ...values,
      ':seen': session.status,
      ':connection': session.connection,
      ':status': status,
      ':startedAt': startedAt,
      ':next': connection,
      ':after': afterEventId,
      ':faults': faults,
      ':pingedAt': pingedAt,
      ':resume': resumeHashes,
      ...(isFirst && { ':due': later(input.now, sweepMs).toISOString() }),
    },
  };
};

/** Connections of sessions in the DynamoDB table. `maxLive` bounds the live sessions of a project in a mode. */
export const dynamoConnections = (
  table: Table,
  maxLive: (session: RealtimeSession) => number,
): Connections => ({
  connect: async (session, input) => {
    const update = connecting(session, input);
    const done = { kind: 'connected', session: connected(session, input) } as const;
    if (session.status !== 'created') return (await table.update(update)).done ? done : { kind: 'refused' };
    const max = maxLive(session);
    const place = addMember(liveSessionsOf(session.tenant), session.id, max);
    const outcome = await table.transact([{ update }, { update: place }]);
    if (outcome.done) return done;
    return outcome.reasons[0]?.refused ? { kind: 'refused' } : { kind: 'no_place', max };
  },

  setConnection: async (ref, { connection, connectionId, now }) =>
    sessionOf(
      await table.update({
        key: sessionKey(ref),
        set: 'SET connectionId = :id, connectedAt = :now',
        where: '#connection = :connection',
        names: { '#connection': 'connection' },
        values: { ':id': connectionId, ':now': now.toISOString(), ':connection': connection },
      }),
    ),

  dropConnection: async (ref, connectionId) => {
    const values = { ':id': connectionId };
    await table.update({
      key: sessionKey(ref),
      set: 'REMOVE connectionId',
      where: 'connectionId = :id',
      values,
    });
  },

  notePing: async (ref, now) => {
    await table.update({
      key: sessionKey(ref),
      set: 'SET pingedAt = :now',
      where: '#status = :live',
      names: { '#status': 'status' },
      values: { ':now': now.toISOString(), ':live': 'live' },
    });
  },

  countFault: async (ref, connection) => {
    const counted = await table.update({
      key: sessionKey(ref),
      set: 'SET faults = faults + :one',
      where: '#connection = :connection',
      names: { '#connection': 'connection' },
      values: { ':one': 1, ':connection': connection },
    });
    return sessionOf(counted)?.faults ?? 0;
  },

  noteWake: async (ref, now) => {
    const woken = await table.update({
      key: sessionKey(ref),
      set: 'SET wokenAt = :now',
      where: `attribute_exists(pk) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now) AND
        (attribute_not_exists(wokenAt) OR wokenAt < :before)`,
      values: { ':now': now.toISOString(), ':before': later(now, -wakeMs).toISOString() },
    });
    return woken.done;
  },
});

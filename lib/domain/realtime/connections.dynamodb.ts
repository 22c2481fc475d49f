import { randomUUID } from 'node:crypto';
import { assigning, type Change, type Condition, type Table } from '#lib/platform/aws/table.ts';
import { later } from '#lib/platform/durations.ts';
import { addMember } from '#lib/platform/limits/id-set.ts';
import { liveSessionsOf } from '#lib/platform/limits/id-sets.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import type { Connecting, SessionRepository } from './session-repository.ts';
import { sessionKey, sessionOf } from './session-item.ts';
import type { RealtimeSession } from './session.ts';
import { resumableMs, sweepMs, wakeMs } from './timing.ts';

type Connections = Pick<
  SessionRepository,
  'setConnection' | 'dropConnection' | 'notePing' | 'countFault' | 'noteWake'
>;

/** The condition that a credential opens the session in the state in which it was read. */
const admission = (
  { status, resumeHashes }: RealtimeSession,
  { credential, now }: Connecting,
): Omit<Condition, 'names'> => {
  if (credential.kind === 'secret') {
    const where = 'secretHash = :hash AND secretExpiresAt > :now AND attribute_not_exists(endReason)';
    return { where, values: { ':hash': credential.hash, ':now': now.toISOString() } };
  }
  // A runner may have issued a token since the session was read. The write of the tokens would revoke it.
  const where = `contains(resumeHashes, :hash) AND resumeHashes = :seenHashes AND attribute_not_exists(revokedAt)
    AND (attribute_not_exists(endReason) OR endReason <> :canceled)`;
  const values = { ':hash': credential.hash, ':seenHashes': resumeHashes, ':canceled': 'canceled' };
  if (status === 'live') return { where, values };
  const since = later(now, -resumableMs).toISOString();
  return { where: `${where} AND endedAt > :since`, values: { ...values, ':since': since } };
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
  // The credential that opened this connection stays valid, because its first token may be lost on the way to the
  // client. Newer tokens stay valid too, because this handshake may have come late.
  ...(credential.kind === 'resume' && {
    resumeHashes: session.resumeHashes.slice(session.resumeHashes.indexOf(credential.hash)),
    secretExpiresAt: session.createdAt,
  }),
});

const connecting = (session: RealtimeSession, input: Connecting): Change => {
  const after = connected(session, input);
  const { status, startedAt, connection, afterEventId, faults, pingedAt } = after;
  const change = assigning(
    {
      status,
      startedAt,
      connection,
      afterEventId,
      faults,
      pingedAt,
      ...(input.credential.kind === 'resume' && {
        resumeHashes: after.resumeHashes,
        secretExpiresAt: after.secretExpiresAt,
      }),
      ...(session.status === 'created' && { due_at: later(input.now, sweepMs).toISOString() }),
    },
    ' REMOVE connectionId, connectedAt',
  );
  const { where, values } = admission(session, input);
  return {
    key: sessionKey(session),
    set: change.set,
    where: `#status = :seenStatus AND #connection = :seenConnection AND ${where}`,
    names: change.names,
    values: {
      ...change.values,
      ...values,
      ':seenStatus': session.status,
      ':seenConnection': session.connection,
    },
  };
};

export type SessionLimits = Pick<Limits, 'liveSessionsPerProject' | 'liveTestSessionsPerProject'>;

/** Admits clients to at most so many live sessions of a project in a mode. */
export const dynamoConnect = (
  table: Pick<Table, 'update' | 'transact'>,
  limits: SessionLimits,
): Pick<SessionRepository, 'connect'> => ({
  connect: async (session, input) => {
    const update = connecting(session, input);
    const done = { kind: 'connected', session: connected(session, input) } as const;
    if (session.status !== 'created') return (await table.update(update)).done ? done : { kind: 'refused' };
    const { tenant, id } = session;
    const max = modeOf(tenant) === 'live' ? limits.liveSessionsPerProject : limits.liveTestSessionsPerProject;
    const place = addMember(liveSessionsOf(tenant), id, max);
    const outcome = await table.transact([{ update }, { update: place }]);
    if (outcome.done) return done;
    return outcome.reasons[0]?.refused ? { kind: 'refused' } : { kind: 'no_place' };
  },
});

/** Connections of sessions in the DynamoDB table. */
export const dynamoConnections = (table: Pick<Table, 'update'>): Connections => ({
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
    return sessionOf(counted)?.faults;
  },

  noteWake: async (ref, now) => {
    const wokenBy = randomUUID();
    const { item } = await table.update({
      key: sessionKey(ref),
      set: 'SET wokenAt = :now, wokenBy = :self',
      where: `attribute_exists(pk) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now) AND
        (attribute_not_exists(wokenAt) OR wokenAt < :before)`,
      values: {
        ':now': now.toISOString(),
        ':self': wokenBy,
        ':before': later(now, -wakeMs).toISOString(),
      },
    });
    // The client repeats a write whose response was lost. The repetition is refused because the first one succeeded.
    return item?.['wokenBy'] === wokenBy;
  },
});

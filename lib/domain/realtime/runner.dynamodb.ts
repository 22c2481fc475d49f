import { randomUUID } from 'node:crypto';
import { assigning, type Change, type Item, type Table, type Write } from '#lib/platform/aws/table.ts';
import { later } from '#lib/platform/durations.ts';
import { type SessionEvent, type Warning, warningKey } from './events.ts';
import { expiryOf } from './expiry.ts';
import { inputTtl } from './input.dynamodb.ts';
import { eventKey, frameKey, leaseCondition, sessionKey, sessionOf } from './session-item.ts';
import type { Commit, Gap, Progress, SessionRepository } from './session-repository.ts';
import { type Lease, RealtimeSession, type SessionRef } from './session.ts';
import { leaseMs } from './timing.ts';

type Runners = Pick<
  SessionRepository,
  'claimLease' | 'renewLease' | 'noteTold' | 'giveBack' | 'issueResume' | 'commit'
>;

const progressFields = ({ heardAt, readThrough, told }: Progress): Item => ({ heardAt, readThrough, told });

const renewalFields = (progress: Progress): Item => ({
  leaseUntil: later(progress.now, leaseMs).toISOString(),
  ...progressFields(progress),
});

/** An update that only the current runner may make. */
const fenced = (lease: Lease, fields: Item, remove?: string): Change => {
  const { set, names, values } = assigning(fields, remove);
  const fence = leaseCondition(lease);
  return {
    key: sessionKey(lease),
    set,
    where: fence.where,
    names: { ...names, ...fence.names },
    values: { ...values, ...fence.values },
  };
};

/** The reasons that remain true for longer than a runner lives. */
const lastingReasons = new Set<Warning['reason']>(['low_credit', 'max_session', 'expiring']);

const warnedAfter = (session: RealtimeSession, events: readonly SessionEvent[]): string[] => [
  ...new Set([
    ...session.warned,
    ...events.flatMap((event) =>
      event.type === 'session.warning' && lastingReasons.has(event.warning.reason)
        ? [warningKey(session, event.warning)]
        : [],
    ),
  ]),
];

const warnsOfIdle = (event: SessionEvent): boolean =>
  event.type === 'session.warning' && event.warning.reason === 'idle';

const committedFields = (
  session: RealtimeSession,
  { throughMs, webm, events, translated, now, ...sums }: Commit,
) => ({
  committedMs: throughMs,
  ...(webm && { webm }),
  lastEventId: session.lastEventId + events.length,
  segments: session.segments + events.filter(({ type }) => type === 'transcript.final').length,
  language: languageAfter(session, events),
  speechMs: session.speechMs + sums.speechMs,
  unrecognizedMs: session.unrecognizedMs + sums.unrecognizedMs,
  ...(translated && { translated }),
  warned: warnedAfter(session, events),
  ...(events.some(warnsOfIdle) && { idleWarnedAt: now.toISOString() }),
  claims: 0,
});

const languageAfter = ({ language }: RealtimeSession, events: readonly SessionEvent[]): string | null =>
  events.reduce(
    (last, event) => (event.type === 'transcript.final' ? (event.segment.language ?? last) : last),
    language,
  );

/** A frame without bytes, unless there is one with bytes. */
const silence = (ref: SessionRef, { offset, endOffset }: Gap, now: Date): Write => ({
  put: { ...frameKey(ref, offset), endOffset, ...inputTtl(now) },
  where: 'attribute_not_exists(pk)',
});

/** Whether an item is already in the state after a commit, because the first reply was lost. */
const isCommitted = (item: Item | undefined, after: RealtimeSession): boolean => {
  const stored = item && RealtimeSession.parse(item);
  return (
    stored?.epoch === after.epoch &&
    stored.committedMs === after.committedMs &&
    stored.lastEventId === after.lastEventId
  );
};

// Each runner that dies before it records its greeting leaves a token, and the client may have any of them.
const maxTokens = 8;
const keptTokens = (hashes: readonly string[]): string[] =>
  hashes.length <= maxTokens ? [...hashes] : [...hashes.slice(0, 1), ...hashes.slice(1 - maxTokens)];

/** The writes that only the current runner of a session may make, in the DynamoDB table. */
export const dynamoRunners = (table: Table): Runners => ({
  claimLease: async (ref, now) => {
    const claimedBy = randomUUID();
    const { item } = await table.update({
      key: sessionKey(ref),
      set: 'SET epoch = epoch + :one, leaseUntil = :lease, claims = claims + :one, claimedBy = :self',
      where: '#status = :live AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now)',
      names: { '#status': 'status' },
      values: {
        ':one': 1,
        ':lease': later(now, leaseMs).toISOString(),
        ':live': 'live',
        ':now': now.toISOString(),
        ':self': claimedBy,
      },
    });
    // The client repeats a write whose response was lost. The repetition is refused because the first one succeeded.
    const session = item?.['claimedBy'] === claimedBy ? RealtimeSession.parse(item) : undefined;
    return session?.status === 'live' ? session : undefined;
  },

  renewLease: async (lease, progress) =>
    sessionOf(await table.update(fenced(lease, renewalFields(progress)))),

  noteTold: async (lease, toldMs, progress) => {
    const change = fenced(lease, { toldMs, ...renewalFields(progress) });
    return sessionOf(
      await table.update({ ...change, where: `${change.where} AND attribute_not_exists(endReason)` }),
    );
  },

  giveBack: async (lease, progress) => {
    const fields = { claims: 0, ...progressFields(progress) };
    return sessionOf(await table.update(fenced(lease, fields, ' REMOVE leaseUntil')));
  },

  issueResume: async (session, hash) => {
    const change = fenced(session, { resumeHashes: keptTokens([...session.resumeHashes, hash]) });
    return sessionOf(
      await table.update({
        ...change,
        where: `${change.where} AND #connection = :connection`,
        names: { ...change.names, '#connection': 'connection' },
        values: { ...change.values, ':connection': session.connection },
      }),
    );
  },

  commit: async (session, commit) => {
    const fields = committedFields(session, commit);
    const after = { ...session, ...fields };
    const change = fenced(session, fields);
    const update: Change = {
      ...change,
      where: `${change.where} AND attribute_not_exists(endReason) AND committedMs = :from AND lastEventId = :last`,
      values: { ...change.values, ':from': session.committedMs, ':last': session.lastEventId },
    };
    if (commit.events.length === 0) {
      const outcome = await table.update(update);
      return outcome.done || isCommitted(outcome.item, after) ? after : undefined;
    }
    const outcome = await table.transact([
      { update },
      ...commit.events.map((event) => ({
        put: { ...eventKey(session, event.id), ...event, ttl: expiryOf(session) },
        where: 'attribute_not_exists(pk)',
      })),
      ...(commit.gap ? [silence(session, commit.gap, commit.now)] : []),
    ]);
    if (outcome.done || isCommitted(outcome.reasons[0]?.item, after)) return after;
    return commit.gap && !outcome.reasons[0]?.refused ? session : undefined;
  },
});

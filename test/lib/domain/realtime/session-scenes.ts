import { hashSecret } from '#lib/domain/auth/api-key.ts';
import type { FinalEvent, SessionEvent } from '#lib/domain/realtime/events.ts';
import type { Commit, SessionRepository } from '#lib/domain/realtime/session-repository.ts';
import type { RealtimeSession, SessionRef } from '#lib/domain/realtime/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { expect } from 'vitest';
import { aSession } from '../../../support/realtime.ts';

/** The dependencies of a repository contract on each table. */
export type World = { readonly table: Table; readonly store: SessionRepository };

/** The maximum number of a project's live sessions in the contracts. */
export const sessionLimits = { liveSessionsPerProject: 50, liveTestSessionsPerProject: 2 };

export const start = new Date('2026-11-20T10:00:00.000Z');
export const at = (ms: number) => new Date(start.getTime() + ms);

export const secret = { kind: 'secret', hash: hashSecret('secret') } as const;
export const resume = (token: string) => ({ kind: 'resume', hash: hashSecret(token) }) as const;

export const nothingNew = (ms: number) => ({ now: at(ms), heardAt: null, readThrough: 0, told: null });

export const aFinal = (id: number, text = 'hello'): FinalEvent => ({
  id,
  at: start.toISOString(),
  type: 'transcript.final',
  segmentId: id,
  endReason: 'silence',
  segment: {
    channel: null,
    startMs: 0,
    endMs: 900,
    text,
    model: 'moonshine-tiny',
    translatedText: null,
    language: 'en',
    languageConfidence: null,
    meanLogProb: -0.25,
    words: [],
  },
});

export const aCommit = (throughMs: number, ...events: SessionEvent[]): Commit => ({
  throughMs,
  events,
  speechMs: 600,
  unrecognizedMs: 100,
  now: start,
});

/** Sessions in the state where a test begins, each in its own project. */
export const scenes = (world: () => World) => {
  const created = async (fields: Partial<RealtimeSession> = {}): Promise<RealtimeSession> => {
    const tenant = `${randomId('prj')}.live` as const;
    const session = aSession({ tenant, id: randomId('rts'), transcriptionId: randomId('ofq'), ...fields });
    expect(await world().store.create(session)).toEqual({ kind: 'created' });
    return session;
  };

  const connect = async (
    session: RealtimeSession,
    credential: { kind: 'secret' | 'resume'; hash: string },
  ) => {
    const outcome = await world().store.connect(session, { credential, afterEventId: 0, now: at(1_000) });
    return outcome.kind === 'connected' ? outcome.session : outcome.kind;
  };

  const live = async (fields: Partial<RealtimeSession> = {}): Promise<RealtimeSession> => {
    const session = await connect(await created(fields), secret);
    if (typeof session === 'string') throw new Error('A new session can be connected.');
    return session;
  };

  const claimed = async (fields: Partial<RealtimeSession> = {}): Promise<RealtimeSession> => {
    const session = await world().store.claimLease(await live(fields), start);
    if (!session) throw new Error('A live session can be claimed.');
    return session;
  };

  const found = async (ref: SessionRef): Promise<RealtimeSession> => {
    const session = await world().store.find(ref);
    if (!session) throw new Error('The session is stored.');
    return session;
  };

  /** A session whose text is decided and that only waits for its end. */
  const closed = async (fields: Partial<RealtimeSession> = {}): Promise<RealtimeSession> => {
    const session = await world().store.commit(await claimed(fields), aCommit(12_000, aFinal(1)));
    const done = session && (await world().store.close(session, { reason: 'finish', now: at(9) }));
    if (!done) throw new Error('A live session can be closed.');
    return done;
  };

  const dueAt = async (ref: SessionRef, when: Date) =>
    (await world().store.listDue(when)).dues.find((due) => due.ref.id === ref.id);

  return { created, connect, live, claimed, closed, found, dueAt };
};

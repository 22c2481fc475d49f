import type { DuePage, DuePosition } from '#lib/platform/due-index/due-index.ts';
import type { Position } from '#lib/platform/http/cursor.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import type { WebmProgress } from '#lib/speech/live/webm-progress.ts';
import type { Credential } from './credentials.ts';
import type { FinalEvent, SessionEvent, TranslationEvent } from './events.ts';
import type { EndReason, Lease, RealtimeSession, SessionRef, SessionStatus } from './session.ts';

export type SessionCreation =
  | { readonly kind: 'created' }
  | { readonly kind: 'exists'; readonly session: RealtimeSession };

export type Connecting = {
  readonly credential: Credential;
  /** The last event that the client has. */
  readonly afterEventId: number;
  readonly now: Date;
};

export type ConnectOutcome =
  | { readonly kind: 'connected'; readonly session: RealtimeSession }
  /** The session changed since it was read, or the credential is not valid. */
  | { readonly kind: 'refused' }
  /** The project has the maximum number of live sessions. */
  | { readonly kind: 'no_place' };

/** Bytes of the client with their place in the stream. Without `data` they are silence. */
export type Frame = {
  readonly offset: number;
  readonly endOffset: number;
  readonly data: Uint8Array | null;
};

export type Gap = Pick<Frame, 'offset' | 'endOffset'>;

export type Mark = { readonly offset: number; readonly kind: 'finalize' | 'finish' };

/** The part of the input to read. */
export type Unread = {
  readonly afterFrame: number;
  readonly fromMark: number;
  /** The `nextMark` of the page before. */
  readonly beforeMark?: number | undefined;
};

export type Input = {
  readonly frames: readonly Frame[];
  readonly marks: readonly Mark[];
  /** Where the next page of marks begins, for `beforeMark`; null if this is the last page. */
  readonly nextMark: number | null;
};

/** The progress that a runner records when it renews or returns its lease. */
export type Progress = Pick<RealtimeSession, 'heardAt' | 'readThrough' | 'told'> & { readonly now: Date };

export type Commit = {
  /** Everything before it is decided. */
  readonly throughMs: number;
  /** The place of `throughMs` in a stream of WebM; null for PCM, where the time tells the place. */
  readonly webm?: WebmProgress | null;
  /** Their ids follow those of the session's last event. */
  readonly events: readonly SessionEvent[];
  readonly speechMs: number;
  readonly unrecognizedMs: number;
  /** The final whose translation, or lack of one, is among the events. */
  readonly translated?: RealtimeSession['translated'];
  /** Bytes in place of which silence is stored. If some have arrived, the commit changes nothing. */
  readonly gap?: Gap;
  readonly now: Date;
};

export type SessionEnd = {
  readonly now: Date;
  readonly detectedLanguage: string | null;
  readonly billedMicroUsd: number;
};

export type SessionListOptions = {
  /** The caller's own id of the sessions. */
  readonly name: string | undefined;
  readonly limit: number;
  readonly after: Position | undefined;
  readonly status: SessionStatus | undefined;
  readonly now: Date;
};

export type DueSession = { readonly ref: SessionRef; readonly dueAt: string };

/**
 * Persistence of realtime sessions. Each write is one conditional update or one transaction; a refused condition is a
 * value (undefined or false), a rejection is an infrastructure error.
 */
export interface SessionRepository {
  create(session: RealtimeSession): Promise<SessionCreation>;
  find(ref: SessionRef): Promise<RealtimeSession | undefined>;
  /** The project's sessions, newest first. A page may be short although there are more. */
  list(
    tenant: Tenant,
    page: SessionListOptions,
  ): Promise<{ readonly sessions: readonly RealtimeSession[]; readonly next: Position | null }>;

  /** Counts a new connection of the session, if the credential is still valid. The first one takes a place. */
  connect(session: RealtimeSession, connecting: Connecting): Promise<ConnectOutcome>;
  /** Records the gateway's id of a connection, unless there is a newer one. */
  setConnection(
    ref: SessionRef,
    opened: { readonly connection: number; readonly connectionId: string; readonly now: Date },
  ): Promise<RealtimeSession | undefined>;
  /** Forgets a connection, unless there is a newer one. */
  dropConnection(ref: SessionRef, connectionId: string): Promise<void>;
  /** Records a sign of life other than audio. */
  notePing(ref: SessionRef, now: Date): Promise<void>;
  /** Counts a malformed message; returns how many this connection has sent, undefined if there is a newer one. */
  countFault(ref: SessionRef, connection: number): Promise<number | undefined>;
  /** True for only one caller in each `wakeMs`, and only while no runner holds the session. */
  noteWake(ref: SessionRef, now: Date): Promise<boolean>;

  /**
   * The place in the stream of `bytes` bytes that a client sent without an offset. Undefined if they would end after
   * `maxEnd`; then they are not counted.
   */
  reserve(
    ref: SessionRef,
    bytes: number,
    limit: { readonly maxEnd: number; readonly now: Date },
  ): Promise<number | undefined>;
  /** Stores bytes. The first bytes at an offset are kept; sending the same bytes again is no error. */
  putFrame(ref: SessionRef, frame: Frame & { readonly data: Uint8Array }, now: Date): Promise<void>;
  putMark(ref: SessionRef, mark: Mark, now: Date): Promise<void>;
  /** The end of the stream that has arrived: after the last frame, and after all bytes that were sent without an offset. */
  findEnd(ref: SessionRef): Promise<number>;
  /**
   * One page of the frames that begin after `afterFrame`, by their offsets, and of the marks: each `finish`, the first one first, then
   * each `finalize` from `fromMark` on, the last one first.
   */
  readInput(ref: SessionRef, from: Unread): Promise<Input>;
  /** One page of the events after an id. */
  readEvents(ref: SessionRef, after: number): Promise<readonly SessionEvent[]>;

  /** Erases the text of a final segment or its translation, and leaves its times. */
  eraseText(ref: SessionRef, event: FinalEvent | TranslationEvent): Promise<void>;

  /** Raises the epoch, if no other runner holds a live lease. */
  claimLease(ref: SessionRef, now: Date): Promise<RealtimeSession | undefined>;
  renewLease(lease: Lease, progress: Progress): Promise<RealtimeSession | undefined>;
  /** Renews the lease and records how far the next text reaches, before it is sent. Refused once the session is closed, which fixes its price. */
  noteTold(lease: Lease, toldMs: number, progress: Progress): Promise<RealtimeSession | undefined>;
  /** Ends the lease, so that another runner may claim the session at once. Undefined if the lease was lost. */
  giveBack(lease: Lease, progress: Progress): Promise<RealtimeSession | undefined>;
  /** Makes a resume token valid for the next connection, besides the last ones issued to this connection and its own. */
  issueResume(session: RealtimeSession, hash: string): Promise<RealtimeSession | undefined>;
  /** Advances the session from exactly its known state and stores the events. Repeating it has no effect. */
  commit(session: RealtimeSession, commit: Commit): Promise<RealtimeSession | undefined>;

  /** Records that nothing more is decided. With `epoch` only the current runner may. */
  close(
    ref: SessionRef,
    closing: { readonly reason: EndReason; readonly now: Date; readonly epoch?: number },
  ): Promise<RealtimeSession | undefined>;
  /**
   * Ends a closed session once: creates its job, charges for it, frees its place, and stores the last event and the one
   * for webhooks. Undefined if it has ended before.
   */
  end(session: RealtimeSession, end: SessionEnd): Promise<RealtimeSession | undefined>;
  /** Makes the tokens of a session that is over invalid. Repeating it has no effect. */
  revoke(ref: SessionRef, now: Date): Promise<void>;
  /** Ends a session that was never connected. */
  cancel(ref: SessionRef, now: Date): Promise<RealtimeSession | undefined>;
  /** Like `cancel`, for a session whose secret has expired. */
  expire(ref: SessionRef, now: Date): Promise<RealtimeSession | undefined>;

  /** One page of the sessions due for a sweep, oldest first; without `from` the first. */
  listDue(now: Date, from?: DuePosition): Promise<DuePage<DueSession>>;
  /** Reschedules a due session, so that only one sweeper handles it. Undefined if it changed in the meantime. */
  rescheduleSweep(due: DueSession, nextSweepAt: Date): Promise<RealtimeSession | undefined>;
}

import type { StreamErrorType } from '#lib/platform/errors.ts';
import { later } from '#lib/platform/durations.ts';
import { log } from '#lib/platform/log.ts';
import type { Allowance } from './allowance.ts';
import { type Credential, parseCredential } from './credentials.ts';
import type { SessionRepository } from './session-repository.ts';
import { isOver, isRevoked, type RealtimeSession, type SessionRef } from './session.ts';
import { resumableMs } from './timing.ts';
import { wakeRunner, type WakeDeps } from './wake-runner.ts';

export type ConnectDeps = {
  readonly sessions: Pick<SessionRepository, 'find' | 'connect'>;
  readonly allowance: Allowance;
  readonly now: () => Date;
};

export type Handshake = {
  readonly ref: SessionRef;
  readonly credential: string;
  /** The origin of a web page; servers send none. */
  readonly origin: string | undefined;
  /** The last event that the client has. */
  readonly afterEventId: number;
};

export type Handshaken =
  | { readonly kind: 'connected'; readonly session: RealtimeSession }
  /** The credential belongs to the session, but the client may not connect. The client gets the reason. */
  | { readonly kind: 'refused'; readonly type: StreamErrorType; readonly session: RealtimeSession }
  /** The credential does not belong to the session. A stranger gets no reason. */
  | { readonly kind: 'unknown' };

const isKnown = ({ secretHash, resumeHashes }: RealtimeSession, { hash }: Credential): boolean =>
  secretHash === hash || resumeHashes.includes(hash);

/** The reason why the holder of a credential may not connect. Undefined if the store must decide. */
const refusalOf = (
  session: RealtimeSession,
  { kind }: Credential,
  now: Date,
): StreamErrorType | undefined => {
  const { endedAt, secretExpiresAt } = session;
  if (isRevoked(session)) return 'expired';
  const isExpired =
    kind === 'secret'
      ? isOver(session) || new Date(secretExpiresAt) <= now
      : endedAt !== null && later(endedAt, resumableMs) <= now;
  return isExpired ? 'expired' : undefined;
};

/** Authenticates a handshake and counts it as the session's newest connection. */
export const connectSession = async (deps: ConnectDeps, handshake: Handshake): Promise<Handshaken> => {
  const { ref, origin, afterEventId } = handshake;
  const credential = parseCredential(handshake.credential);
  const session = credential && (await deps.sessions.find(ref));
  if (!session || !isKnown(session, credential)) return { kind: 'unknown' };
  const refused = (type: StreamErrorType): Handshaken => {
    log.info('realtime.refused', { realtime_session_id: ref.id, error_type: type });
    return { kind: 'refused', type, session };
  };
  const now = deps.now();
  const refusal = refusalOf(session, credential, now);
  if (refusal !== undefined) return refused(refusal);
  const { allowedOrigins } = session.options;
  if (origin !== undefined && allowedOrigins.length > 0 && !allowedOrigins.includes(origin))
    return refused('permission_denied');
  const unpaid = isOver(session) ? undefined : await deps.allowance(session, session.committedMs);
  if (unpaid !== undefined) return refused(unpaid);
  const outcome = await deps.sessions.connect(session, { credential, afterEventId, now });
  if (outcome.kind === 'no_place') return refused('concurrency_limit_exceeded');
  // The session has changed since it was read, perhaps by the first try of this write, whose answer was lost. Another
  // attempt will show it.
  return outcome.kind === 'connected' ? outcome : refused('service_unavailable');
};

export type OpenDeps = WakeDeps & {
  readonly sessions: Pick<SessionRepository, 'setConnection'>;
};

/** Records the gateway's id of a connection and starts a runner. False if there is a newer connection. */
export const setConnection = async (
  deps: OpenDeps,
  ref: SessionRef,
  opened: { readonly connection: number; readonly connectionId: string },
): Promise<boolean> => {
  const session = await deps.sessions.setConnection(ref, { ...opened, now: deps.now() });
  if (!session) return false;
  const { connection, connectionId: connection_id } = opened;
  log.info('realtime.connected', { realtime_session_id: ref.id, connection, connection_id });
  await wakeRunner(deps, session);
  return true;
};

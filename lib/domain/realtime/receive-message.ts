import { log } from '#lib/platform/log.ts';
import { AppError, type StreamErrorType } from '#lib/platform/errors.ts';
import { invalidFields, parseRequest } from '#lib/platform/http/validation.ts';
import type { Connections } from './connections.ts';
import { errorEvent, type StreamFailure } from './errors.ts';
import { maxAudioMs } from './pace.ts';
import type { KnownLeases } from './known-leases.ts';
import type { MessageCounts } from './message-counts.ts';
import { ClientMessage, type ServerEvent } from './protocol.ts';
import type { SessionRepository } from './session-repository.ts';
import { isOwed, type RealtimeSession, type SessionRef } from './session.ts';
import { pingNoteMs } from './timing.ts';
import { wakeRunner, type WakeDeps } from './wake-runner.ts';

export type ReceiveDeps = WakeDeps &
  Connections & {
    readonly sessions: Pick<
      SessionRepository,
      'find' | 'putFrame' | 'putMark' | 'findEnd' | 'reserve' | 'notePing' | 'countFault'
    >;
    readonly leases: KnownLeases;
    readonly counts: MessageCounts;
  };

/** A message with the facts of its connection, which the authorizer noted. */
export type Received = {
  readonly ref: SessionRef;
  readonly connection: number;
  readonly connectionId: string;
  readonly requestId: string;
  /** The reason why the connection may not be used. Undefined if it may. */
  readonly refusal: StreamErrorType | undefined;
  /**
   * The earliest time at which its audio can have begun, in epoch ms: the creation of the session, because the first
   * connection may come late.
   */
  readonly startedAtMs: number;
  /** The maximum number of bytes in 10 ms of its audio. */
  readonly bytesPer10Ms: number;
  readonly text: string;
};

const maxFaults = 3;

const notJson = invalidFields([{ path: '', rule: 'json', message: 'Send JSON text, with audio in base64.' }]);

/** The message, or what is wrong with it. */
const parse = (text: string): ClientMessage | AppError => {
  try {
    return parseRequest(ClientMessage, JSON.parse(text));
  } catch (error) {
    return error instanceof AppError ? error : notJson;
  }
};

/** The bytes of audio in a message, if it is one of audio. */
const audioIn = (message: ClientMessage | AppError) =>
  message.type === 'audio'
    ? { bytes: Buffer.byteLength(message.data, 'base64'), offset: message.offset }
    : { bytes: 0, offset: undefined };

/** Tells the client why, and closes the connection if the error is fatal. */
const refuse = async (
  { post, close, now }: ReceiveDeps,
  { ref, connectionId, requestId }: Received,
  failure: Omit<StreamFailure, 'requestId'>,
): Promise<void> => {
  const { type, fatal } = failure;
  log.info('realtime.message_refused', { realtime_session_id: ref.id, error_type: type, fatal });
  await post(connectionId, errorEvent(ref.id, now(), { ...failure, requestId }));
  if (fatal) await close(connectionId);
};

/** Stores the content of a message. Returns the type of the error if it may not be stored. */
const store = async (
  deps: ReceiveDeps,
  received: Received,
  message: ClientMessage,
): Promise<StreamErrorType | undefined> => {
  const { type } = message;
  if (type === 'ping' || type === 'hello') return undefined;
  const { ref } = received;
  const now = deps.now();
  const data = Buffer.from(type === 'audio' ? message.data : '', 'base64');
  // This limit applies to marks, too: bytes before a mark that never arrive count as silence, which is heard and
  // charged.
  const maxEnd = (maxAudioMs(now.getTime() - received.startedAtMs) * received.bytesPer10Ms) / 10;
  const offset =
    message.offset ??
    (type === 'audio'
      ? await deps.sessions.reserve(ref, data.length, { maxEnd, now })
      : await deps.sessions.findEnd(ref));
  if (offset === undefined || offset + data.length > maxEnd) return 'audio_too_fast';
  const endOffset = offset + data.length;
  if (type === 'audio') await deps.sessions.putFrame(ref, { offset, endOffset, data }, now);
  else await deps.sessions.putMark(ref, { offset, kind: type }, now);
  return undefined;
};

const isSilent = ({ pingedAt }: RealtimeSession, now: Date): boolean =>
  pingedAt === null || now.getTime() - Date.parse(pingedAt) > pingNoteMs;

/**
 * Closes a connection that has a successor. Runners close only one that they have greeted. The client is told why only if
 * the successor was greeted and is open: otherwise it must connect again.
 */
const leave = async (deps: ReceiveDeps, received: Received, session: RealtimeSession): Promise<void> =>
  session.connectionId !== null && session.told?.connection === session.connection
    ? refuse(deps, received, { type: 'connection_replaced', fatal: true })
    : deps.close(received.connectionId);

/** Stores a client's message for the runner, and starts one if there is none. Messages may come in any order. */
export const receiveMessage = async (deps: ReceiveDeps, received: Received): Promise<void> => {
  const { ref, connection, connectionId, refusal } = received;
  if (refusal !== undefined) return refuse(deps, received, { type: refusal, fatal: true });
  const message = parse(received.text);
  const counted = deps.counts.count({ ...received, ...audioIn(message) }, deps.now());
  if (counted === 'ignored') return;
  if (counted === 'refused') return refuse(deps, received, { type: 'rate_limit_exceeded', fatal: true });
  if (message instanceof AppError) {
    const faults = await deps.sessions.countFault(ref, connection);
    const fatal = faults === undefined || faults >= maxFaults;
    const { message: reason, details } = message;
    return refuse(deps, received, { type: 'invalid_message', fatal, reason, details });
  }
  const isHeard = message.type === 'audio' && deps.leases.holds(ref, deps.now());
  const error = await store(deps, received, message);
  if (error !== undefined) return refuse(deps, received, { type: error, fatal: true });
  // Read after the message was stored: a runner that holds its lease now looks once more for input before it returns.
  const session = isHeard ? undefined : await deps.sessions.find(ref);
  if (!session) return;
  if (message.type === 'audio') deps.leases.see(session);
  if (session.connection > connection) await leave(deps, received, session);
  const now = deps.now();
  if (message.type === 'ping') {
    const pong: ServerEvent = { type: 'pong', session_id: ref.id, at: now.toISOString() };
    const noted = isSilent(session, now) ? deps.sessions.notePing(ref, now) : undefined;
    await Promise.all([deps.post(connectionId, pong), noted]);
  }
  // A runner that returns gives its lease back. If a lease is over, its runner was lost.
  const isNeeded = message.type !== 'ping' || isOwed(session) || session.leaseUntil !== null;
  if (isNeeded) await wakeRunner(deps, session);
};

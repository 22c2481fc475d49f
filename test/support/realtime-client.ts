import { vi } from 'vitest';
import { RealtimeConnection, type RealtimeEvent, type RealtimeState } from '../../sdk/typescript/realtime.ts';
import { FakeSocket } from './fake-socket.ts';

/** Installs fake timers and a fake network for a test. `FakeSocket` replaces each WebSocket. */
export const startSockets = (): void => {
  FakeSocket.opened = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.useFakeTimers();
};

export const stopSockets = (): void => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
};

/** A client's connection, with the events and states that it has reported. */
export const connect = () => {
  const events: RealtimeEvent[] = [];
  const states: RealtimeState[] = [];
  const connection = new RealtimeConnection({
    url: 'wss://rt.example/realtime?session=rts_a',
    clientSecret: 'es_rt_secret',
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
  });
  return { connection, events, states };
};

/** The service's greeting. The client continues at `offset`. */
export const greeting = (
  offset = 0,
  token = 'es_rr_token',
  format: 'pcm_s16le' | 'webm_opus' = 'pcm_s16le',
) => ({
  type: 'session.started',
  connection: 1,
  next_offset: offset,
  last_event_id: 0,
  resume: { token, expires_at: '2026-11-20T11:00:00.000Z' },
  audio: { format, sample_rate_hz: null, channels: null },
  limits: { max_message_bytes: 24_000, ack_every_ms: 1_000, max_lead_ms: 30_000 },
});

/** Opens the newest connection and sends the greeting of the service on it. */
export const greet = (...parts: Parameters<typeof greeting>): void => {
  FakeSocket.last.open();
  FakeSocket.last.receive(greeting(...parts));
};

/** A final text. */
export const final = (id: number) => ({
  type: 'transcript.final' as const,
  id,
  segment: { id, start_ms: 0, end_ms: 9, text: 'A.', language: 'en', end_reason: 'silence' as const },
});

/** A partial text of the first segment. */
export const partial = (text: string, through = 0) => ({
  type: 'transcript.partial' as const,
  through,
  segment: { id: 1, start_ms: 0, text, language: 'en', stable_chars: 0, revision: through },
});

/** Offset and length of each message of audio on the newest connection. */
export const audioSent = (): [number, number][] =>
  FakeSocket.last.sent
    .filter(({ type }) => type === 'audio')
    .map(({ offset, data }): [number, number] => [offset, Buffer.from(data, 'base64').length]);

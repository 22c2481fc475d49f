import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  RealtimeConnection,
  type RealtimeEvent,
  type RealtimeState,
} from '../../../sdk/typescript/realtime.ts';
import { FakeSocket } from '../../support/fake-socket.ts';

beforeEach(() => {
  FakeSocket.opened = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const connect = () => {
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

/** The service's greeting, from `offset` on. */
const greet = (offset = 0, token = 'es_rr_token'): void => {
  FakeSocket.last.open();
  FakeSocket.last.receive({
    ...{ type: 'session.started', connection: 1, next_offset: offset, last_event_id: 0 },
    resume: { token, expires_at: '2026-11-20T11:00:00.000Z' },
    audio: { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 },
    limits: { max_message_bytes: 24_000, ack_every_ms: 1_000, max_lead_ms: 30_000 },
  });
};

const final = (id: number) => ({
  ...{ type: 'transcript.final' as const, id },
  segment: { id, start_ms: 0, end_ms: 9, text: 'A.', language: 'en', end_reason: 'silence' as const },
});

const audioSent = (): [number, number][] =>
  FakeSocket.last.sent
    .filter(({ type }) => type === 'audio')
    .map(({ offset, data }): [number, number] => [offset, Buffer.from(data, 'base64').length]);

const reconnected = (): void => {
  const before = FakeSocket.opened.length;
  vi.advanceTimersByTime(5_000);
  expect(FakeSocket.opened).toHaveLength(before + 1);
};

test('audio from before the connection is sent once it is open', () => {
  const { connection } = connect();
  connection.send(new Uint8Array(100));
  expect(FakeSocket.last.sent).toEqual([]);
  greet();
  connection.send(new Uint8Array(50));
  expect(audioSent()).toEqual([
    [0, 100],
    [100, 50],
  ]);
});

test('the secret opens the first connection, and the latest token every later one', () => {
  const { states } = connect();
  expect(FakeSocket.last.protocols).toEqual(['earshot.v1', 'es_rt_secret']);
  greet(0, 'es_rr_one');
  FakeSocket.last.receive(final(1));
  FakeSocket.last.close();
  reconnected();
  expect(FakeSocket.last.protocols).toEqual(['earshot.v1', 'es_rr_one']);
  expect(FakeSocket.last.url.search).toBe('?session=rts_a&after=1');
  greet();
  expect(states).toEqual(['live', 'reconnecting', 'live']);
});

test('a reconnected client sends from the byte that the service names, and its marks again', () => {
  const { connection } = connect();
  greet();
  connection.send(new Uint8Array(100));
  connection.finalize();
  connection.send(new Uint8Array(100));
  FakeSocket.last.close();
  connection.send(new Uint8Array(100));
  connection.finish();
  reconnected();
  greet(60);
  expect(audioSent()).toEqual([
    [60, 40],
    [100, 100],
    [200, 100],
  ]);
  expect(FakeSocket.last.sent).toContainEqual({ type: 'finalize', offset: 100 });
  expect(FakeSocket.last.sent).toContainEqual({ type: 'finish', offset: 300 });
});

test('bytes are kept until the service has stored them, and sent again when it asks', () => {
  const { connection } = connect();
  greet();
  connection.send(new Uint8Array(100));
  expect(connection.bufferedBytes).toBe(100);
  FakeSocket.last.receive({ type: 'audio.resend', from: 20, to: 50 });
  expect(audioSent().at(-1)).toEqual([20, 30]);
  FakeSocket.last.receive({ type: 'audio.ack', through: 80, received_ms: 2, processed_ms: 0 });
  expect(connection.bufferedBytes).toBe(20);
});

test('what API Gateway itself says about a message that failed is no event', () => {
  const { connection, events } = connect();
  greet();
  connection.send(new Uint8Array(100));
  FakeSocket.last.receive({ message: 'Internal server error', connectionId: 'c1', requestId: 'r1' });
  expect(events.map(({ type }) => type)).toEqual(['session.started']);
  FakeSocket.last.receive({ type: 'audio.resend', from: 0, to: 100 });
  expect(audioSent()).toEqual([
    [0, 100],
    [0, 100],
  ]);
});

test('a finalize that no function could take is sent again, and not for audio that is stored', () => {
  const { connection } = connect();
  greet();
  connection.send(new Uint8Array(100));
  connection.finalize();
  connection.send(new Uint8Array(100));
  connection.finalize();
  FakeSocket.last.receive({ type: 'audio.ack', through: 150, received_ms: 2, processed_ms: 0 });
  const finalized = () => FakeSocket.last.sent.filter(({ type }) => type === 'finalize');
  const before = finalized().length;
  FakeSocket.last.receive({ message: 'Internal server error', connectionId: 'c1', requestId: 'r1' });
  expect(finalized()).toHaveLength(before);
  vi.advanceTimersByTime(3_000);
  expect(finalized().slice(before)).toEqual([{ type: 'finalize', offset: 200 }]);
});

test('after the last event the client closes and stays away', () => {
  const { events, states } = connect();
  greet();
  FakeSocket.last.receive({
    ...{
      type: 'session.finished',
      id: 2,
      reason: 'finish',
      audio_ms: 9,
      segments: 1,
      transcription_id: 'ofq_a',
    },
    billing: { billed_ms: 9, unit_price_usd_per_minute: '0.005', amount_usd: '0.000001' },
  });
  expect(states.at(-1)).toBe('live');
  FakeSocket.last.receive(final(1));
  expect(events.map(({ type }) => type).slice(-2)).toEqual(['transcript.final', 'session.finished']);
  expect(states.at(-1)).toBe('closed');
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.opened).toHaveLength(1);
});

test.each([
  [true, 2],
  [false, 1],
])('after a fatal error that is retryable: %s there are %i connections', (retryable, connections) => {
  connect();
  greet();
  const error = {
    type: 'service_unavailable' as const,
    message: 'No.',
    request_id: 'r',
    details: {},
    retryable,
  };
  FakeSocket.last.receive({ type: 'error', fatal: true, error });
  FakeSocket.last.close();
  vi.advanceTimersByTime(4_000);
  expect(FakeSocket.opened).toHaveLength(connections);
});

/** Lets each attempt to connect fail for a time. */
const failFor = (ms: number): void => {
  for (const endMs = Date.now() + ms; Date.now() < endMs; vi.advanceTimersByTime(1_000))
    if (FakeSocket.last.readyState !== FakeSocket.CLOSED) FakeSocket.last.close();
};

test('a service that never answers is given up after a minute', () => {
  const { states } = connect();
  failFor(58_000);
  expect(states).toEqual(['reconnecting']);
  failFor(12_000);
  expect(states.at(-1)).toBe('closed');
});

test('a session is resumed after nine minutes without a network', () => {
  const { states } = connect();
  greet(0, 'es_rr_one');
  failFor(9 * 60_000);
  expect(FakeSocket.opened.length).toBeLessThan(100);
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.last.protocols).toEqual(['earshot.v1', 'es_rr_one']);
  greet();
  expect(states).toEqual(['live', 'reconnecting', 'live']);
});

test('a session that has ended without its client is given up', () => {
  const { states } = connect();
  greet();
  failFor(10 * 60_000 + 20_000);
  expect(states).toEqual(['live', 'reconnecting', 'closed']);
});

test('each loss of the network has its own ten minutes', () => {
  const { states } = connect();
  for (let loss = 0; loss < 2; loss += 1) {
    greet();
    failFor(9 * 60_000);
    vi.advanceTimersByTime(10_000);
  }
  expect(states).not.toContain('closed');
});

const sentOf = (type: string): number => FakeSocket.last.sent.filter((one) => one.type === type).length;

test('hello is repeated until the service greets, and finish until the end', () => {
  const { connection } = connect();
  FakeSocket.last.open();
  vi.advanceTimersByTime(6_000);
  expect(sentOf('hello')).toBe(4);
  greet();
  connection.finish();
  vi.advanceTimersByTime(6_000);
  expect([sentOf('hello'), sentOf('finish')]).toEqual([5, 4]);
});

test('a connection on which nothing comes is replaced, although it does not close', () => {
  const { states } = connect();
  FakeSocket.last.fallSilent();
  FakeSocket.last.open();
  vi.advanceTimersByTime(31_000);
  expect(FakeSocket.opened).toHaveLength(2);
  expect(FakeSocket.last.protocols).toEqual(['earshot.v1', 'es_rt_secret']);
  greet(0, 'es_rr_one');
  FakeSocket.last.fallSilent();
  vi.advanceTimersByTime(31_000);
  expect(FakeSocket.last.protocols).toEqual(['earshot.v1', 'es_rr_one']);
  greet();
  expect(states).toEqual(['reconnecting', 'live', 'reconnecting', 'live']);
});

test('a connection without audio sends a ping every 20 s, and stays while they are answered', () => {
  const { connection, states } = connect();
  greet();
  for (let pings = 1; pings <= 5; pings += 1) {
    vi.advanceTimersByTime(20_000);
    expect(sentOf('ping')).toBe(pings);
    FakeSocket.last.receive({ type: 'pong' });
  }
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.opened).toHaveLength(1);
  expect(states).toEqual(['live', 'closed']);
});

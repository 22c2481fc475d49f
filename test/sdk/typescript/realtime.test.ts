import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../support/fake-socket.ts';
import {
  audioSent,
  connect,
  final,
  greet,
  partial,
  startSockets,
  stopSockets,
} from '../../support/realtime-client.ts';

beforeEach(startSockets);
afterEach(stopSockets);

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
  expect(audioSent()).toEqual([[60, 240]]);
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

test('a partial text says what is stored, too', () => {
  const { connection } = connect();
  greet();
  connection.send(new Uint8Array(100));
  FakeSocket.last.receive(partial('A', 80));
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

describe('a finalize that no function could take', () => {
  const refused = { message: 'Internal server error', connectionId: 'c1', requestId: 'r1' };
  const finalized = () =>
    FakeSocket.last.sent.filter(({ type }) => type === 'finalize').map(({ offset }) => offset);
  const finalize = () => {
    const { connection } = connect();
    greet();
    connection.send(new Uint8Array(100));
    connection.finalize();
    return connection;
  };

  test('a finalize that no function could take is sent again at once, also if the audio around it is stored', () => {
    finalize().send(new Uint8Array(100));
    FakeSocket.last.receive({ type: 'audio.ack', through: 150, received_ms: 2, processed_ms: 0 });
    FakeSocket.last.receive(refused);
    expect(finalized()).toEqual([100]);
    vi.advanceTimersByTime(500);
    expect(finalized()).toEqual([100, 100]);
  });

  test('a finalize that no function could take is sent again although the session is finished meanwhile', () => {
    const connection = finalize();
    FakeSocket.last.receive(refused);
    connection.send(new Uint8Array(100));
    connection.finish();
    vi.advanceTimersByTime(500);
    expect(finalized()).toEqual([100, 100]);
  });

  test('a finalize that no function could take is sent again after a reconnect, also if the audio around it is stored', () => {
    finalize().send(new Uint8Array(100));
    FakeSocket.last.close();
    reconnected();
    greet(150);
    expect(finalized()).toEqual([100]);
  });

  test('a finalize that no function could take is sent again once for each failure, however many there are to send', () => {
    const connection = finalize();
    connection.send(new Uint8Array(100));
    connection.finalize();
    for (let outage = 0; outage < 3; outage += 1) {
      const before = finalized().length;
      for (let failed = 0; failed < 2; failed += 1) FakeSocket.last.receive(refused);
      vi.advanceTimersByTime(500);
      expect(finalized().slice(before)).toEqual([100, 200]);
    }
  });

  test('a finalize that no function could take is not sent again when its function must have answered long ago', () => {
    finalize().send(new Uint8Array(100));
    for (let second = 0; second < 31; second += 1) {
      vi.advanceTimersByTime(1_000);
      FakeSocket.last.receive({ type: 'audio.ack', through: 150, received_ms: 2, processed_ms: 0 });
    }
    FakeSocket.last.receive(refused);
    vi.advanceTimersByTime(3_000);
    expect(finalized()).toEqual([100]);
  });
});

const finished = (id: number) => ({
  type: 'session.finished' as const,
  id,
  reason: 'finish' as const,
  audio_ms: 9,
  segments: 1,
  transcription_id: 'ofq_a',
  billing: { billed_ms: 9, unit_price_usd_per_minute: '0.005', amount_usd: '0.000001' },
});

test('after the last event the client closes and stays away', () => {
  const { events, states } = connect();
  greet();
  FakeSocket.last.receive(finished(2));
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

test('a session goes on after an error that is not fatal, such as audio that did not arrive', () => {
  const { states } = connect();
  greet();
  const error = { type: 'audio_gap_too_long', message: 'No.', retryable: false };
  FakeSocket.last.receive({ type: 'error', fatal: false, error });
  expect(states).toEqual(['live']);
});

test('audio that is not supported is told with the text before it, the error and the end of the session', () => {
  const { events, states } = connect();
  greet();
  const error = {
    type: 'unsupported_audio_format' as const,
    message: 'No.',
    request_id: 'r',
    details: {},
    retryable: false,
  };
  FakeSocket.last.receive({ type: 'error', fatal: true, error });
  expect(states.at(-1)).toBe('live');
  FakeSocket.last.receive(finished(2));
  FakeSocket.last.receive(final(1));
  expect(events.map(({ type }) => type).slice(1)).toEqual(['error', 'transcript.final', 'session.finished']);
  expect(states.at(-1)).toBe('closed');
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

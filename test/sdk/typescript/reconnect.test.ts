import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RealtimeConnection } from '../../../sdk/typescript/realtime.ts';
import { FakeSocket } from '../../support/fake-socket.ts';
import {
  audioSent,
  connect,
  greet,
  greeting,
  startSockets,
  stopSockets,
} from '../../support/realtime-client.ts';

beforeEach(startSockets);
afterEach(stopSockets);

/** Makes each attempt to connect fail for a time. */
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

test('a client of a session that has heard another one goes on behind its audio', () => {
  const { connection } = connect();
  connection.send(new Uint8Array(100));
  connection.finalize();
  connection.send(new Uint8Array(100));
  greet(64_000);
  connection.send(new Uint8Array(50));
  expect(audioSent()).toEqual([
    [64_000, 200],
    [64_200, 50],
  ]);
  connection.finish();
  expect(FakeSocket.last.sent).toContainEqual({ type: 'finalize', offset: 64_100 });
  expect(FakeSocket.last.sent).toContainEqual({ type: 'finish', offset: 64_250 });
  FakeSocket.last.receive({ type: 'audio.ack', through: 64_080, received_ms: 2, processed_ms: 0 });
  expect(connection.bufferedBytes).toBe(170);
  failFor(1_000);
  vi.advanceTimersByTime(1_000);
  greet(64_200);
  expect(audioSent()).toEqual([[64_200, 50]]);
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

test('each loss of the network is first answered at once, however long the one before took', () => {
  connect();
  failFor(50_000);
  greet();
  const before = FakeSocket.opened.length;
  FakeSocket.last.close();
  vi.advanceTimersByTime(100);
  expect(FakeSocket.opened).toHaveLength(before + 1);
});

test('a finalize at the end of the stored audio is sent again, also after a minute without a network', () => {
  const { connection } = connect();
  greet();
  connection.send(new Uint8Array(100));
  connection.finalize();
  failFor(60_000);
  vi.advanceTimersByTime(10_000);
  greet(100);
  expect(FakeSocket.last.sent).toContainEqual({ type: 'finalize', offset: 100 });
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

test('a greeting that comes late on a connection that was replaced is ignored', () => {
  connect();
  const replaced = FakeSocket.last;
  replaced.fallSilent();
  vi.advanceTimersByTime(31_000);
  greet(0, 'es_rr_two');
  replaced.receive(greeting(0, 'es_rr_one'));
  FakeSocket.last.close();
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.opened).toHaveLength(3);
  expect(FakeSocket.last.protocols).toEqual(['earshot.v1', 'es_rr_two']);
});

test.each(['live', 'reconnecting'] as const)(
  'a connection that is closed as soon as it is %s stays closed, and leaves no timer that would keep a program from ending',
  (closing) => {
    const states: string[] = [];
    const connection = new RealtimeConnection({
      url: 'wss://rt.example/realtime?session=rts_a',
      clientSecret: 'es_rt_secret',
      onEvent: () => {},
      onState: (state) => {
        states.push(state);
        if (state === closing) connection.close();
      },
    });
    greet();
    FakeSocket.last.close();
    expect([states.at(-1), vi.getTimerCount()]).toEqual(['closed', 0]);
  },
);

test('a closed connection keeps no audio, neither what it had nor what is still sent', () => {
  const { connection } = connect();
  greet();
  connection.send(new Uint8Array(100));
  connection.close();
  connection.send(new Uint8Array(100));
  expect(connection.bufferedBytes).toBe(0);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../support/fake-socket.ts';
import { audioSent, connect, greet, startSockets, stopSockets } from '../../support/realtime-client.ts';

beforeEach(startSockets);
afterEach(stopSockets);

/** Records pieces of 100 bytes every 100 ms. */
const record = (format: 'webm_opus' | 'pcm_s16le', pieces: number) => {
  const { connection } = connect();
  greet(0, 'es_rr_token', format);
  for (let piece = 0; piece < pieces; piece += 1) {
    vi.advanceTimersByTime(100);
    connection.send(new Uint8Array(100));
  }
  return connection;
};

test('pieces of WebM are sent three at once', () => {
  record('webm_opus', 7);
  expect(audioSent()).toEqual([
    [0, 100],
    [100, 300],
    [400, 300],
  ]);
});

test('pieces of WebM are sent while they are recorded, also after the clock of the computer was set back', () => {
  const connection = record('webm_opus', 1);
  vi.setSystemTime(Date.now() - 3_600_000);
  for (let piece = 0; piece < 6; piece += 1) {
    vi.advanceTimersByTime(100);
    connection.send(new Uint8Array(100));
  }
  expect(audioSent()).toHaveLength(3);
});

test('each piece of PCM is sent at once', () => {
  record('pcm_s16le', 3);
  expect(audioSent()).toHaveLength(3);
});

test('a last piece of WebM waits a quarter of a second at most', () => {
  record('webm_opus', 2);
  vi.advanceTimersByTime(249);
  expect(audioSent()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(audioSent()).toHaveLength(2);
});

test.each(['finalize', 'finish'] as const)('%s sends what waits before it', (mark) => {
  record('webm_opus', 2)[mark]();
  expect(FakeSocket.last.sent.slice(-2)).toMatchObject([
    { type: 'audio', offset: 100 },
    { type: mark, offset: 200 },
  ]);
});

test('what waited while a connection broke is sent by the next one', () => {
  record('webm_opus', 2);
  FakeSocket.last.close();
  vi.advanceTimersByTime(5_000);
  greet(100, 'es_rr_token', 'webm_opus');
  expect(audioSent()).toEqual([[100, 100]]);
});

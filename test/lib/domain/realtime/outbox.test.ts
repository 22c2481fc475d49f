import { beforeEach, expect, test } from 'vitest';
import { errorEvent } from '#lib/domain/realtime/errors.ts';
import { openOutbox } from '#lib/domain/realtime/outbox.ts';
import type { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { handshakeMs } from '#lib/domain/realtime/timing.ts';

const named = { session_id: 'rts_a', at: '2026-11-20T10:00:00.000Z' };
const pong: ServerEvent = { ...named, type: 'pong' };
const started: ServerEvent = {
  ...named,
  type: 'session.started',
  connection: 1,
  next_offset: 0,
  last_event_id: 0,
  resume: { token: 'es_rr_a', expires_at: named.at },
  audio: { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 },
  limits: { max_message_bytes: 24_000, ack_every_ms: 2_000, max_lead_ms: 30_000 },
};
const replaced = errorEvent('rts_a', new Date(named.at), {
  type: 'connection_replaced',
  requestId: 'request-7',
  fatal: true,
});
const partial = (text: string): ServerEvent => ({
  ...named,
  type: 'transcript.partial',
  through: 0,
  segment: { id: 1, start_ms: 0, text, language: null, stable_chars: 0, revision: 0 },
});
const final: ServerEvent = {
  ...named,
  type: 'transcript.final',
  id: 1,
  segment: { id: 1, start_ms: 0, end_ms: 1, text: 'final', language: null, end_reason: 'silence' },
};

let nowMs = 0;
let sent: string[] = [];
let closed: string[] = [];
let answers: (boolean | Error)[] = [];
beforeEach(() => {
  [nowMs, sent, closed, answers] = [0, [], [], []];
});

const nameOf = (event: ServerEvent): string =>
  event.type === 'transcript.partial' ? event.segment.text : event.type;

/** An outbox. Its posts get the scripted answers in turn, and then succeed. Closing a connection succeeds after some tries. */
const opened = ({ openedAtMs = -handshakeMs, failedCloses = 0, closing = () => {} } = {}) => {
  const outbox = openOutbox({
    post: async (_, event) => {
      const answer = answers.shift() ?? true;
      if (answer instanceof Error) throw answer;
      if (answer) sent.push(nameOf(event));
      return answer;
    },
    close: async (id) => {
      closed.push(id);
      closing();
      if (closed.length <= failedCloses) throw new Error('Down.');
    },
    sleep: async (ms) => void (nowMs += ms),
    now: () => new Date(nowMs),
  });
  outbox.switchTo({ id: 'c1', openedAtMs }, 0, replaced);
  return outbox;
};

test('events are sent in order, and the last stored one is known of each connection', async () => {
  const outbox = opened();
  outbox.send(pong);
  outbox.send(final, 1);
  expect(outbox.hasSent).toBe(false);
  await outbox.drained();
  expect([sent, outbox.told, outbox.hasSent]).toEqual([['pong', 'transcript.final'], 1, true]);
  outbox.switchTo({ id: 'c2', openedAtMs: 0 }, 7, replaced);
  expect([outbox.told, outbox.hasSent]).toEqual([7, false]);
});

test('a partial that waits is replaced by a newer one, and dropped for the final, which follows one that is on its way', async () => {
  const outbox = opened();
  outbox.send(partial('on its way'));
  outbox.send(final, 1);
  await outbox.drained();
  expect(sent.splice(0)).toEqual(['on its way', 'transcript.final']);
  for (const event of [pong, partial('a'), partial('b')]) outbox.send(event);
  await outbox.drained();
  for (const event of [pong, partial('c')]) outbox.send(event);
  outbox.send(final, 2);
  await outbox.drained();
  expect(sent).toEqual(['pong', 'b', 'pong', 'transcript.final']);
});

test('a stored event whose sending fails is sent again, another one is not', async () => {
  const outbox = opened();
  answers = [new Error('Down.'), new Error('Down.'), true];
  outbox.send(pong);
  outbox.send(final, 1);
  await outbox.drained();
  expect(sent).toEqual(['transcript.final']);
});

test('a greeting whose sending fails is sent again, before anything else', async () => {
  const outbox = opened();
  answers = [new Error('Down.'), new Error('Down.'), true];
  outbox.send(started);
  outbox.send(pong);
  await outbox.drained();
  expect(sent).toEqual(['session.started', 'pong']);
});

test.each([
  ['text', final, 1],
  ['greeting', started, undefined],
])('a connection that cannot be reached for long is given up and closed: %s', async (_, event, eventId) => {
  const outbox = opened({ failedCloses: 5 });
  answers = Array.from({ length: 100 }, () => new Error('Down.'));
  outbox.send(event, eventId);
  await outbox.drained();
  expect([outbox.target, outbox.told, outbox.hasSent]).toEqual([undefined, 0, false]);
  expect(closed).toHaveLength(6);
});

test('a connection that can neither be reached nor closed gets its events once it can be reached', async () => {
  const outbox = opened({ failedCloses: Infinity });
  answers = Array.from({ length: 30 }, () => new Error('Down.'));
  outbox.send(final, 1);
  await outbox.drained();
  expect([sent, outbox.told]).toEqual([['transcript.final'], 1]);
});

test('a connection that can neither be reached nor closed for half a minute is forgotten', async () => {
  const outbox = opened({ failedCloses: Infinity });
  answers = Array.from({ length: 1_000 }, () => new Error('Down.'));
  outbox.send(final, 1);
  await outbox.drained();
  expect(outbox.target).toBeUndefined();
  expect(nowMs).toBeGreaterThan(30_000);
  expect(nowMs).toBeLessThan(35_000);
});

test('a connection that replaces one while that is closed has its own tries', async () => {
  const closing = () => {
    if (closed.length > 1) return;
    outbox.switchTo({ id: 'c2', openedAtMs: nowMs }, 7, replaced);
    outbox.send(pong);
  };
  const outbox = opened({ closing });
  answers = [...Array.from({ length: 21 }, () => new Error('Down.')), false, false];
  outbox.send(final, 1);
  await outbox.drained();
  expect([closed, sent, outbox.target?.id]).toEqual([['c1', 'c1'], ['pong', 'error'], 'c2']);
});

test('a connection that has accepted many events is not closed when one cannot be sent at once', async () => {
  const outbox = opened();
  answers = [...Array.from({ length: 30 }, () => true), new Error('Down.')];
  for (let id = 1; id <= 31; id += 1) outbox.send({ ...final, id }, id);
  await outbox.drained();
  expect([closed, outbox.told]).toEqual([[], 31]);
});

test('a connection that accepts each event after some tries is not given up, as the tries of an event do not count for the next', async () => {
  const outbox = opened();
  const tries = Array.from({ length: 15 }, () => new Error('Down.'));
  answers = [...tries, true, ...tries, true];
  for (const id of [1, 2]) outbox.send({ ...final, id }, id);
  await outbox.drained();
  expect([closed, outbox.told]).toEqual([[], 2]);
});

test('an event is sent at whatever moment it is added, also as the sending of the one before ends', async () => {
  for (let turns = 0; turns < 20; turns += 1) {
    const outbox = opened();
    outbox.send(pong);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    outbox.send(final, 1);
    await outbox.drained();
    expect(outbox.told).toBe(1);
  }
});

test('a connection that is gone gets nothing more, but the next one does', async () => {
  const outbox = opened();
  answers = [false];
  outbox.send(pong);
  await outbox.drained();
  outbox.send(pong);
  await outbox.drained();
  expect([sent, closed, outbox.target]).toEqual([[], [], undefined]);
  outbox.switchTo({ id: 'c2', openedAtMs: -handshakeMs }, 7, replaced);
  outbox.send(final, 8);
  await outbox.drained();
  expect([sent, outbox.told]).toEqual([['transcript.final'], 8]);
});

test('a connection whose handshake may not be over is tried again', async () => {
  const outbox = opened({ openedAtMs: 0 });
  answers = [false, false, true];
  outbox.send(pong);
  await outbox.drained();
  expect([sent, outbox.target !== undefined]).toEqual([['pong'], true]);
});

test('what was for the connection before is not sent to the next one', async () => {
  const outbox = opened();
  outbox.send(pong);
  outbox.send(final, 1);
  outbox.switchTo({ id: 'c2', openedAtMs: -handshakeMs }, 7, replaced);
  outbox.send(partial('a'));
  await outbox.drained();
  // The first event was already being posted, and the last one is for that connection.
  expect([sent, outbox.told]).toEqual([['pong', 'a', 'error'], 7]);
});

test('a connection with a successor is told so and closed, once the successor has accepted something', async () => {
  const outbox = opened();
  answers = [false];
  outbox.switchTo({ id: 'c2', openedAtMs: 0 }, 7, replaced);
  outbox.send(started);
  await outbox.drained();
  expect([sent, closed]).toEqual([['session.started', 'error'], ['c1']]);
});

test('every connection with a successor is closed, also one whose successor was replaced before it accepted anything', async () => {
  const outbox = opened();
  for (const id of ['c2', 'c3']) outbox.switchTo({ id, openedAtMs: 0 }, 7, replaced);
  outbox.send(started);
  await outbox.drained();
  expect(closed).toEqual(['c1', 'c2']);
});

test('a connection whose successor is gone is closed without a reason, so that its client connects again', async () => {
  const outbox = opened();
  answers = [false];
  outbox.switchTo({ id: 'c2', openedAtMs: -handshakeMs }, 7, replaced);
  outbox.send(started);
  await outbox.drained();
  expect([sent, closed, outbox.target]).toEqual([[], ['c1'], undefined]);
});

test('a connection with a successor that can be neither told nor closed delays nothing', async () => {
  const outbox = opened({ failedCloses: Infinity });
  answers = [true, new Error('Down.')];
  outbox.switchTo({ id: 'c2', openedAtMs: 0 }, 7, replaced);
  outbox.send(started);
  outbox.send(final, 8);
  await outbox.drained();
  expect([sent, closed, outbox.told]).toEqual([['session.started', 'transcript.final'], ['c1'], 8]);
});

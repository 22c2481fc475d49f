import { expect, test } from 'vitest';
import { endSession } from '#lib/domain/realtime/end-session.ts';
import { handshakeMs, idleMs, idleWarningMs, lowCreditMs, maxClaims } from '#lib/domain/realtime/timing.ts';
import { secondMs } from '#lib/platform/durations.ts';
import { watchedTranscriber } from '../../../support/changed-transcriber.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { soundOf, speech, silence } from '../../../support/scripted-transcriber.ts';

const twoSentences = soundOf([speech(1_000), silence(800), speech(600), silence(400)]);

test('the price of a session counts in the money that was charged, and its audio not in that of files', async () => {
  const log = watchLog();
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([speech(1_000), silence(59_000)]));
  await world.run(session);
  const lines = log.of('realtime.ended');
  expect(lines).toMatchObject([{ billed_micro_usd: 5_000, ChargedMicroUsd: 5_000 }]);
  expect(lines[0]).not.toHaveProperty('AudioDone');
});

test('a session ends at its longest audio, without what comes after it', async () => {
  const world = aSessionWorld();
  const session = await world.live({ maxSessionMs: 9_700 });
  world.stream(session, soundOf([silence(9_500), speech(3_000)]));
  await world.run(session);
  expect(world.told('session.finished')).toMatchObject([{ reason: 'max_session', audio_ms: 9_700 }]);
  expect(world.told('transcript.final').map(({ segment }) => segment.text)).toEqual(['951-970.']);
});

test('a session ends after 1.5 times its longest audio, however little is spoken', async () => {
  const world = aSessionWorld();
  const session = await world.live({ maxSessionMs: 60_000 });
  await world.pass(89_000);
  await world.sessions.notePing(session, world.timeline.now());
  world.timeline.in(900, () => void world.send(session, Buffer.alloc(320), 0, 320));
  expect(await world.run(session)).toBe('closed');
  expect(world.told('session.finished')).toMatchObject([{ reason: 'max_session', audio_ms: 10 }]);
});

test('a session is not charged for more than its longest audio, whatever its runner wrote', async () => {
  const world = aSessionWorld();
  const session = await world.live({ maxSessionMs: 60_000 });
  const { sessions, timeline } = world;
  const claimed = await sessions.claimLease(session, timeline.now());
  const forged = { throughMs: 3_600_000, events: [], speechMs: 1_000, unrecognizedMs: 0, webm: null };
  if (claimed) await sessions.commit(claimed, { ...forged, now: timeline.now() });
  await sessions.close(session, { reason: 'finish', now: timeline.now() });
  await endSession(world.deps, { tenant: session.tenant, id: session.id, told: null });
  expect(world.told('session.finished')).toMatchObject([{ billing: { amount_usd: '0.005000' } }]);
});

test('a session ends after ten minutes without a sign of life, with all that was said', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([speech(1_000)]), { finishes: false });
  expect(await world.run(session)).toBe('parked');
  await world.pass(idleMs);
  expect(await world.run(session)).toBe('closed');
  expect(world.told('session.finished')).toMatchObject([{ reason: 'idle', audio_ms: 1_000 }]);
  expect(world.told('transcript.final')).toHaveLength(1);
});

test('a session ends of silence after a warning, which comes once', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await world.pass(idleWarningMs);
  for (let run = 0; run < 2; run += 1) expect(await world.run(session)).toBe('parked');
  expect(world.told('session.warning')).toMatchObject([
    { id: 1, warning: { reason: 'idle', seconds_left: (idleMs - idleWarningMs) / secondMs } },
  ]);
  await world.pass(idleMs - idleWarningMs);
  expect(await world.run(session)).toBe('closed');
  expect(world.told('session.finished')).toMatchObject([{ id: 2, reason: 'idle' }]);
});

test('a warning of silence comes again after a sign of life', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  for (let pause = 0; pause < 2; pause += 1) {
    await world.pass(idleWarningMs);
    await world.run(session);
    await world.sessions.notePing(session, world.timeline.now());
  }
  expect(world.told('session.warning')).toHaveLength(2);
});

test('a client is warned once before its credit is used up', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.script.allows = async (_, heardMs) =>
    heardMs > lowCreditMs + 90_000 ? 'insufficient_credits' : undefined;
  world.stream(session, soundOf([speech(200), silence(200_000)]));
  await world.run(session);
  expect(world.told('session.warning')).toMatchObject([{ warning: { reason: 'low_credit' } }]);
  expect(world.told('session.finished')).toMatchObject([{ reason: 'finish' }]);
});

test('a ping keeps a session alive', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await world.pass(idleMs - secondMs);
  await world.sessions.notePing(session, world.timeline.now());
  expect(await world.run(session)).toBe('parked');
});

test.each(['insufficient_credits', 'test_quota_exceeded'] as const)(
  'a session ends when its allowance is used up: %s',
  async (reason) => {
    const world = aSessionWorld();
    const session = await world.live();
    world.script.allows = async (_, heardMs) => (heardMs > 30_000 ? reason : undefined);
    world.stream(session, soundOf([speech(200), silence(90_000)]));
    await world.run(session);
    const [finished] = world.told('session.finished');
    expect(finished).toMatchObject({ reason });
    expect(finished?.audio_ms).toBeLessThan(62_000);
  },
);

test('a session ends when its owner deletes it, without the text that is not decided', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([speech(600), silence(600), speech(5_000)]));
  const close = () => world.sessions.close(session, { reason: 'canceled', now: world.timeline.now() });
  world.timeline.in(3_000, () => void close());
  expect(await world.run(session)).toBe('closed');
  expect(world.told('session.finished')).toMatchObject([{ reason: 'canceled', segments: 1 }]);
  expect((await world.find(session)).committedMs).toBeLessThan(1_300);
});

test('a session ends as failed after fifteen runners in a row that made no progress', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  for (let claim = 0; claim < maxClaims; claim += 1) {
    await world.sessions.claimLease(session, world.timeline.now());
    await world.pass(6_000);
  }
  expect(await world.run(session)).toBe('closed');
  expect(await world.find(session)).toMatchObject({ status: 'failed', endReason: 'failed' });
  expect(world.told('session.finished')).toMatchObject([{ reason: 'failed' }]);
});

test('a client that connects again is told where to go on, and what it missed', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, twoSentences);
  world.script.takes = (id) => id !== 'c1' || world.timeline.ms() - world.timeline.startMs < 1_000;
  world.timeline.in(2_000, () => void world.connect(session, 'c2'));
  await world.run(session);
  const later = world.posted.filter(({ connectionId }) => connectionId === 'c2').map(({ event }) => event);
  expect(later[0]).toMatchObject({ type: 'session.started', connection: 2 });
  expect(later.flatMap((event) => ('id' in event ? [event.id] : []))).toEqual([1, 2, 3]);
  // The first connection, which the client has left, is closed too.
  expect(world.closed).toEqual(['c1', 'c2']);
});

test('of two clients of a session, the one before is told not to connect again, once the newer one is greeted', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, twoSentences);
  world.timeline.in(1_000, () => void world.connect(session, 'c2'));
  await world.run(session);
  const of = (id: string) => world.posted.filter(({ connectionId }) => connectionId === id);
  expect(of('c1').at(-1)).toMatchObject({
    event: { type: 'error', fatal: true, error: { type: 'connection_replaced', retryable: false } },
  });
  expect(of('c2').map(({ event }) => event.type)).not.toContain('error');
  expect(world.closed).toEqual(['c1', 'c2']);
});

test('a client that connects again while its runner greets the connection before is told everything on the newer one', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([speech(1_000), silence(800)]), { finishes: false });
  expect(await world.run(session)).toBe('parked');
  await world.connect(session, 'c2');
  const issueResume: typeof world.sessions.issueResume = async (...issued) => {
    const found = await world.find(session);
    if (found.connection === 2) await world.connect(found, 'c3');
    return world.sessions.issueResume(...issued);
  };
  await world.run(session, { changes: { sessions: { ...world.sessions, issueResume } } });
  const later = world.posted.filter(({ connectionId }) => connectionId !== 'c1');
  expect(later.map(({ connectionId, event }) => [connectionId, event.type])).toEqual([
    ['c3', 'session.started'],
    ['c3', 'transcript.final'],
    ...later.slice(2).map(() => ['c3', 'audio.ack']),
  ]);
});

test('no partial texts are recognized for a client that is gone, as nobody would see them', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([speech(9_000)]));
  world.script.takes = () => false;
  const drafts: number[] = [];
  const changes = watchedTranscriber(world, () => drafts.push(world.timeline.ms() - world.timeline.startMs));
  expect(await world.run(session, { changes })).toBe('closed');
  // Until then the connection may not be known yet.
  expect(Math.max(...drafts)).toBeLessThan(handshakeMs + secondMs);
});

test('a client that comes after the end is told what it missed', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.script.takes = () => false;
  world.stream(session, twoSentences);
  await world.run(session);
  world.script.takes = () => true;
  const now = await world.find(session);
  await world.sessions.setConnection(session, {
    connection: now.connection,
    connectionId: 'c9',
    now: world.timeline.now(),
  });
  expect(await world.run(session)).toBe('lost');
  expect(world.posted.map(({ connectionId, event }) => [connectionId, event.type])).toEqual([
    ['c9', 'transcript.final'],
    ['c9', 'transcript.final'],
    ['c9', 'session.finished'],
  ]);
  // The first connection, which the client has given up, is closed too.
  expect(world.closed).toEqual(['c1', 'c9']);
});

test('a client is warned when recognition falls behind, once', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const sound = soundOf([silence(60_000)]);
  for (let from = 0; from < sound.length; from += 24_000)
    await world.send(session, sound, from, from + 24_000);
  await world.sessions.putMark(session, { offset: sound.length, kind: 'finish' }, world.timeline.now());
  await world.run(session);
  expect(world.told('session.warning').map(({ warning }) => warning.reason)).toEqual(['behind']);
});

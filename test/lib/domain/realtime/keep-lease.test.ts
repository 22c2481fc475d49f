import { expect, test } from 'vitest';
import { hashSecret } from '#lib/domain/auth/api-key.ts';
import { leaseMs, renewMs, watchMs } from '#lib/domain/realtime/timing.ts';
import { slowPartials, slowTranscriber } from '../../../support/changed-transcriber.ts';
import { silence, soundOf, speech } from '../../../support/scripted-transcriber.ts';
import { aSessionWorld } from '../../../support/session-world.ts';

const nothingNew = (now: Date) => ({ now, heardAt: null, readThrough: 0, told: null });

type World = ReturnType<typeof aSessionWorld>;

const soundMs = 9_000;
const sound = soundOf([{ ms: soundMs, isSpeech: false }]);

test('a runner writes its session every two seconds, and reads it every second', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, sound);
  const calls = { renewals: 0, looks: 0 };
  const sessions: typeof world.sessions = {
    ...world.sessions,
    find: (ref) => {
      calls.looks += 1;
      return world.sessions.find(ref);
    },
    renewLease: (...renewal) => {
      calls.renewals += 1;
      return world.sessions.renewLease(...renewal);
    },
  };
  expect(await world.run(session, { changes: { sessions } })).toBe('closed');
  const renewals = Math.floor(soundMs / renewMs);
  expect(calls.renewals).toBeGreaterThanOrEqual(renewals - 1);
  expect(calls.renewals).toBeLessThanOrEqual(renewals);
  expect(calls.looks).toBeLessThanOrEqual(renewals + 1);
});

test('a client that connects again is greeted within a second and a half', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, sound);
  const token = 'es_rr_token';
  const connectedAtMs = renewMs + 300;
  const resume = async (): Promise<void> => {
    const credential = { kind: 'resume', hash: hashSecret(token) } as const;
    const now = world.timeline.now();
    await world.sessions.connect(await world.find(session), { credential, afterEventId: 0, now });
    await world.sessions.setConnection(session, { connection: 2, connectionId: 'c2', now });
  };
  // This is just after a renewal.
  world.timeline.in(connectedAtMs, () => void resume());
  await world.run(session, { changes: { newToken: () => token } });
  const greeted = world.posted.find(
    ({ connectionId, event }) => connectionId === 'c2' && event.type === 'session.started',
  );
  expect((greeted?.atMs ?? Infinity) - connectedAtMs).toBeLessThanOrEqual(1.5 * watchMs);
});

test('a client whose connection opens seconds after its handshake is greeted then', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, sound);
  const shake = async (): Promise<void> => {
    const credential = { kind: 'secret', hash: session.secretHash } as const;
    const now = world.timeline.now();
    await world.sessions.connect(await world.find(session), { credential, afterEventId: 0, now });
  };
  const open = async (): Promise<void> => {
    const opened = { connection: 2, connectionId: 'c2', now: world.timeline.now() };
    await world.sessions.setConnection(session, opened);
  };
  world.timeline.in(1_000, () => void shake());
  world.timeline.in(5_000, () => void open());
  await world.run(session);
  const greeted = world.posted.filter(({ event }) => event.type === 'session.started');
  expect(greeted.map(({ connectionId }) => connectionId)).toEqual(['c1', 'c2']);
});

test('a runner that finds that another one holds its session leaves it to that one', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, sound);
  const takeOver = async (): Promise<void> => {
    const held = await world.find(session);
    await world.sessions.giveBack(held, { ...held, now: world.timeline.now() });
    await world.sessions.claimLease(session, world.timeline.now());
  };
  // This is between a renewal and the next look.
  world.timeline.in(renewMs + 300, () => void takeOver());
  expect(await world.run(session)).toBe('lost');
  expect(await world.find(session)).toMatchObject({ status: 'live', epoch: 2, committedMs: 0 });
});

test('a runner notices within a second and a half that its session was closed, also while nobody speaks', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, sound);
  const closedAtMs = 3_000;
  const close = () => world.sessions.close(session, { reason: 'canceled', now: world.timeline.now() });
  world.timeline.in(closedAtMs, () => void close());
  expect(await world.run(session)).toBe('closed');
  expect(world.timeline.ms() - world.timeline.startMs).toBeLessThanOrEqual(closedAtMs + 1.5 * watchMs);
});

test('a runner does not end a session that another one has just taken over', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await world.sessions.putMark(session, { offset: 0, kind: 'finish' }, world.timeline.now());
  const close: typeof world.sessions.close = async (...closing) => {
    const now = world.timeline.now();
    await world.sessions.giveBack(await world.find(session), nothingNew(now));
    await world.sessions.claimLease(session, now);
    return world.sessions.close(...closing);
  };
  expect(await world.run(session, { changes: { sessions: { ...world.sessions, close } } })).toBe('lost');
  expect(await world.find(session)).toMatchObject({ status: 'live', endReason: null, epoch: 2 });
});

test.each([
  ['decision', (world: World) => slowTranscriber(world, () => 3 * leaseMs)],
  ['partial text', (world: World) => slowPartials(world, 3 * leaseMs)],
])('a lease is kept while a %s takes longer than it lasts', async (_, slow) => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([speech(1_000), silence(800), speech(600), silence(400)]));
  const claims: unknown[] = [];
  const claim = async () => claims.push(await world.sessions.claimLease(session, world.timeline.now()));
  for (const leases of [1.5, 2, 2.5]) world.timeline.in(leases * leaseMs, () => void claim());
  expect(await world.run(session, { changes: slow(world) })).toBe('closed');
  expect(claims).toEqual([undefined, undefined, undefined]);
  expect(world.told('transcript.final')).toHaveLength(2);
  expect(await world.find(session)).toMatchObject({ epoch: 1, status: 'completed' });
});

test('a lease is kept while a runner reads more audio than it can read during one lease', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const frame = sound.length / 900;
  for (let from = 0; from < sound.length; from += frame) await world.send(session, sound, from, from + frame);
  // The audio has nine pages.
  const readInput: typeof world.sessions.readInput = async (...place) => {
    await world.sleep(leaseMs / 4);
    return world.sessions.readInput(...place);
  };
  const claims: unknown[] = [];
  const claim = async () => claims.push(await world.sessions.claimLease(session, world.timeline.now()));
  for (const leases of [1.5, 2]) world.timeline.in(leases * leaseMs, () => void claim());
  const slow = { sessions: { ...world.sessions, readInput } };
  expect(await world.run(session, { changes: slow })).toBe('parked');
  expect(claims).toEqual([undefined, undefined]);
});

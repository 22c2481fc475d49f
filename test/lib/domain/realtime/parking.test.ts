import { expect, test } from 'vitest';
import { idleMs, latestHandoverMs, parkMs } from '#lib/domain/realtime/timing.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { soundOf, speech, silence } from '../../../support/scripted-transcriber.ts';
import { scriptedTranslator } from '../../../support/scripted-translator.ts';

type World = ReturnType<typeof aSessionWorld>;

/** Runs a session, during which something happens when its runner is about to return its lease. */
const runUntil = (
  world: World,
  session: Awaited<ReturnType<World['live']>>,
  happens: () => Promise<unknown>,
) => {
  const giveBack: World['sessions']['giveBack'] = async (...given) => {
    await happens();
    return world.sessions.giveBack(...given);
  };
  return world.run(session, { changes: { sessions: { ...world.sessions, giveBack } } });
};

test('a client that speaks again at the moment at which its runner returns gets another one at once', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const sound = soundOf([silence(400)]);
  const half = sound.length / 2;
  await world.send(session, sound, 0, half);
  // The function that receives this still sees the lease, and starts no runner.
  await runUntil(world, session, () => world.send(session, sound, half, sound.length));
  expect(world.woken).toEqual([{ tenant: session.tenant, id: session.id }]);
});

test('a client that connects at the moment at which its runner returns is greeted by another one at once', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  // The handshake still sees the lease, and starts no runner.
  await runUntil(world, session, () => world.connect(session, 'c2'));
  expect(world.woken).toEqual([{ tenant: session.tenant, id: session.id }]);
});

test('a client that leaves at the moment at which its runner returns needs no other one', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await runUntil(world, session, () => world.sessions.dropConnection(session, 'c1'));
  expect(world.woken).toEqual([]);
});

test('a client that speaks again just before its session would end for its silence keeps it', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const sound = soundOf([silence(400)]);
  const half = sound.length / 2;
  await world.send(session, sound, 0, half);
  expect(await world.run(session)).toBe('parked');
  await world.pass(idleMs - 2 * parkMs);
  await world.send(session, sound, half, sound.length);
  expect(await world.run(session)).toBe('parked');
  await world.pass(2 * parkMs);
  expect(await world.run(session)).toBe('parked');
  await world.pass(idleMs);
  expect(await world.run(session)).toBe('closed');
});

test('a runner that cannot call a successor returns the session all the same, so that a message starts one', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([silence(20_000)]), { finishes: false });
  const wake = () => Promise.reject(new Error('Lambda is down.'));
  const remainingMs = latestHandoverMs + 2_000;
  expect(await world.run(session, { changes: { wake }, remainingMs })).toBe('handed_over');
  expect(await world.find(session)).toMatchObject({ leaseUntil: null });
});

test('a runner that returns has stopped the translations that it could not finish', async () => {
  const world = aSessionWorld();
  const session = await world.live({ translation: { type: 'one_way', target_language: 'es' } });
  world.stream(session, soundOf([speech(1_000), silence(9_000)]), { finishes: false });
  const stopped: boolean[] = [];
  const translator = scriptedTranslator(async (texts, { signal }) => {
    for (let second = 0; second < 60 && !signal.aborted; second += 1) await world.sleep(1_000);
    stopped.push(signal.aborted);
    return texts;
  });
  const remainingMs = latestHandoverMs + 4_000;
  expect(await world.run(session, { changes: { translator }, remainingMs })).toBe('handed_over');
  expect(stopped).toEqual([true]);
});

test('a connection that a newer one replaces, as it is greeted, gets nothing from this runner', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const sessions: typeof world.sessions = { ...world.sessions, issueResume: async () => undefined };
  expect(await world.run(session, { changes: { sessions } })).toBe('parked');
  expect(world.posted).toEqual([]);
});

test('a runner that returns although its client could not be greeted starts no other one, as that one would fail too', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.script.takes = () => {
    throw new Error('429');
  };
  expect(await world.run(session)).toBe('parked');
  expect(world.woken).toEqual([]);
});

test('a runner returns only when all that it has to send is sent, because its function stops then', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  let sending = 0;
  // As slow that an acknowledgement is always on its way.
  const post: typeof world.deps.post = async (...sent) => {
    sending += 1;
    await world.sleep(5_000);
    sending -= 1;
    return world.deps.post(...sent);
  };
  expect(await world.run(session, { changes: { post } })).toBe('parked');
  expect(sending).toBe(0);
  expect(world.told('audio.ack').length).toBeGreaterThan(0);
});

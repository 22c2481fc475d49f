import { expect, test } from 'vitest';
import { aSessionWorld } from '../../../support/session-world.ts';
import { soundOf, silence } from '../../../support/scripted-transcriber.ts';

test('a client that speaks again at the moment at which its runner returns gets another one at once', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const sound = soundOf([silence(400)]);
  const half = sound.length / 2;
  await world.send(session, sound, 0, half);
  const giveBack: typeof world.sessions.giveBack = async (...given) => {
    // The function that receives this still sees the lease, and starts no runner.
    await world.send(session, sound, half, sound.length);
    return world.sessions.giveBack(...given);
  };
  await world.run(session, { changes: { sessions: { ...world.sessions, giveBack } } });
  expect(world.woken).toEqual([{ tenant: session.tenant, id: session.id }]);
});

test('a client that connects at the moment at which its runner returns is greeted by another one at once', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const giveBack: typeof world.sessions.giveBack = async (...given) => {
    // The handshake still sees the lease, and starts no runner.
    await world.connect(session, 'c2');
    return world.sessions.giveBack(...given);
  };
  await world.run(session, { changes: { sessions: { ...world.sessions, giveBack } } });
  expect(world.woken).toEqual([{ tenant: session.tenant, id: session.id }]);
});

test('a client that leaves at the moment at which its runner returns needs no other one', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const giveBack: typeof world.sessions.giveBack = async (...given) => {
    await world.sessions.dropConnection(session, 'c1');
    return world.sessions.giveBack(...given);
  };
  await world.run(session, { changes: { sessions: { ...world.sessions, giveBack } } });
  expect(world.woken).toEqual([]);
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

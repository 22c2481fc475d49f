import { expect, test } from 'vitest';
import { leaseMs, parkMs } from '#lib/domain/realtime/timing.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { audio, everything, receive } from './receiving.ts';

/** A session that was connected earlier. */
const waiting = async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await world.pass(parkMs);
  return { world, session };
};

test('a runner is started by audio for a session without one, once in some seconds', async () => {
  const { world, session } = await waiting();
  const messages = [audio(0, 320), audio(320, 320), { type: 'finalize', offset: 640 }];
  await Promise.all(messages.map((message) => receive(world, session, message)));
  expect(world.woken).toEqual([{ tenant: session.tenant, id: session.id }]);
});

test('a runner is not started for a session that has one', async () => {
  const { world, session } = await waiting();
  await world.sessions.claimLease(session, world.timeline.now());
  await receive(world, session, audio(0, 320));
  expect(world.woken).toEqual([]);
});

test('a runner is looked for once while the lease lasts that was seen, and replaced as soon as it is over', async () => {
  const { world, session } = await waiting();
  await world.sessions.claimLease(session, world.timeline.now());
  const found: string[] = [];
  const find: typeof world.sessions.find = (ref) => {
    found.push(ref.id);
    return world.sessions.find(ref);
  };
  const spied = { ...world, deps: { ...world.deps, sessions: { ...world.sessions, find } } };
  for (const offset of [0, 320, 640]) await receive(spied, session, audio(offset, 320));
  expect(found).toHaveLength(1);
  await receive(spied, session, { type: 'finalize', offset: 960 });
  expect(found).toHaveLength(2);
  await world.pass(leaseMs + 1);
  await receive(spied, session, audio(960, 320));
  expect(found).toHaveLength(3);
  expect(world.woken).toHaveLength(1);
});

test.each([{ type: 'ping' }, { type: 'hello' }, { type: 'finalize', offset: 0 }])(
  'a runner is started by audio at once, although the runner before has returned just after %j',
  async (message) => {
    const { world, session } = await waiting();
    const now = world.timeline.now();
    const held = await world.sessions.claimLease(session, now);
    await receive(world, session, message);
    if (held) await world.sessions.giveBack(held, { now, heardAt: null, readThrough: 0, told: null });
    await receive(world, session, audio(0, 320));
    expect(world.woken).toHaveLength(1);
  },
);

test('a runner that returns while a message is stored, and so has not read it, is replaced at once', async () => {
  const { world, session } = await waiting();
  const now = world.timeline.now();
  const held = await world.sessions.claimLease(session, now);
  const putFrame: typeof world.sessions.putFrame = async (...frame) => {
    // A read that has begun with this write still sees the lease.
    await Promise.resolve();
    if (held) await world.sessions.giveBack(held, { now, heardAt: null, readThrough: 0, told: null });
    await world.sessions.putFrame(...frame);
  };
  const slow = { ...world, deps: { ...world.deps, sessions: { ...world.sessions, putFrame } } };
  await receive(slow, session, audio(0, 320));
  expect(world.woken).toHaveLength(1);
});

test('a runner is started by a ping of a client that was not greeted, or whose session has ended', async () => {
  const { world, session } = await waiting();
  await receive(world, session, { type: 'ping' });
  expect(world.woken).toHaveLength(1);
  await world.run(session);
  await world.pass(parkMs);
  await receive(world, session, { type: 'ping' });
  expect(world.woken).toHaveLength(1);
  await world.sessions.close(session, { reason: 'canceled', now: world.timeline.now() });
  await receive(world, session, { type: 'ping' });
  expect(world.woken).toHaveLength(2);
});

test.each([audio(0, 320), { type: 'finalize', offset: 0 }, { type: 'finish', offset: 0 }, { type: 'hello' }])(
  'a runner is started by %j for a client that was greeted before its runner returned',
  async (message) => {
    const { world, session } = await waiting();
    expect(await world.run(session)).toBe('parked');
    expect(world.told('session.started')).toHaveLength(1);
    await world.pass(parkMs);
    await receive(world, session, message);
    expect(world.woken).toHaveLength(1);
  },
);

test('a runner that died in silence is replaced after a ping', async () => {
  const { world, session } = await waiting();
  const now = world.timeline.now();
  const held = await world.sessions.claimLease(session, now);
  const told = { connection: session.connection, eventId: 0 };
  if (held) await world.sessions.renewLease(held, { now, heardAt: null, readThrough: 0, told });
  await receive(world, session, { type: 'ping' });
  expect(world.woken).toEqual([]);
  await world.pass(leaseMs + 1);
  await receive(world, session, { type: 'ping' });
  expect(world.woken).toHaveLength(1);
});

test('a runner that cannot be started does not fail the message, as the sweeper starts it later', async () => {
  const { world, session } = await waiting();
  const wake = () => Promise.reject(new Error('Lambda is down.'));
  await receive({ ...world, deps: { ...world.deps, wake } }, session, audio(0, 320));
  expect((await world.sessions.readInput(session, everything)).frames).toHaveLength(1);
});

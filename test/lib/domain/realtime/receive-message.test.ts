import { describe, expect, test } from 'vitest';
import { receiveMessage } from '#lib/domain/realtime/receive-message.ts';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { leaseMs, maxEmptyMessages, maxLeadMs, maxSpeed, parkMs } from '#lib/domain/realtime/timing.ts';
import { aSessionWorld } from '../../../support/session-world.ts';

const audio = (offset: number, bytes: number) => ({
  type: 'audio',
  offset,
  data: Buffer.alloc(bytes, 1).toString('base64'),
});
const everything = { afterFrame: -1, fromMark: 0 };
type World = ReturnType<typeof aSessionWorld>;

const receive = (world: World, session: RealtimeSession, message: object) =>
  receiveText(world, session, JSON.stringify(message));

const receiveText = ({ deps }: World, session: RealtimeSession, text: string) =>
  receiveMessage(deps, {
    ref: { tenant: session.tenant, id: session.id },
    connection: session.connection,
    connectionId: 'c1',
    requestId: 'request-7',
    bytesPer10Ms: 320,
    refusal: undefined,
    startedAtMs: Date.parse(session.createdAt),
    text,
  });

describe('a runner', () => {
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

  test.each([
    audio(0, 320),
    { type: 'finalize', offset: 0 },
    { type: 'finish', offset: 0 },
    { type: 'hello' },
  ])(
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
});

test('a ping is noted at most once a minute', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const pingedAt = async () => (await world.find(session)).pingedAt;
  const connectedAt = await pingedAt();
  await world.pass(60_000);
  await receive(world, session, { type: 'ping' });
  expect(await pingedAt()).toBe(connectedAt);
  await world.pass(1);
  await receive(world, session, { type: 'ping' });
  expect(await pingedAt()).toBe(world.timeline.now().toISOString());
  expect(world.told('pong')).toHaveLength(2);
});

test('a ping and a hello store nothing, and only a ping is answered', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  for (const type of ['hello', 'ping']) await receive(world, session, { type });
  const input = { frames: [], marks: [], nextMark: null };
  expect(await world.sessions.readInput(session, everything)).toEqual(input);
  expect(world.posted.map(({ event }) => event.type)).toEqual(['pong']);
});

test('audio without an offset that arrives in several messages at once gets places of its own', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const { offset: _, ...bytes } = audio(0, 320);
  await Promise.all([1, 2, 3].map(() => receive(world, session, bytes)));
  const { frames } = await world.sessions.readInput(session, everything);
  expect(frames.map(({ offset }) => offset)).toEqual([0, 320, 640]);
});

test('audio counts as new, however many messages bring it', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  for (let nth = 0; nth < 2 * maxEmptyMessages; nth += 1) await receive(world, session, audio(16 * nth, 16));
  expect(world.told('error')).toEqual([]);
});

test.each(['finalize', 'finish'])(
  'a %s far ahead of real time is refused, so that hours of silence are neither heard nor charged',
  async (type) => {
    const world = aSessionWorld();
    const session = await world.live();
    await receive(world, session, { type, offset: 30 * 32_000 });
    expect(world.told('error')).toEqual([]);
    await receive(world, session, { type, offset: 10 ** 10 });
    expect(world.told('error')).toMatchObject([{ error: { type: 'audio_too_fast' }, fatal: true }]);
    expect((await world.sessions.readInput(session, everything)).marks).toHaveLength(1);
  },
);

test.each(['finalize', 'finish'] as const)(
  'a %s without an offset stands after all audio that has arrived, with offsets or without',
  async (type) => {
    const world = aSessionWorld();
    const placed = await world.live();
    const counted = await world.live();
    for (const offset of [0, 320]) await receive(world, placed, audio(offset, 320));
    for (const { offset: _, ...bytes } of [audio(0, 320), audio(0, 320), audio(0, 320)])
      await receive(world, counted, bytes);
    for (const [session, offset] of [[placed, 640] as const, [counted, 960] as const]) {
      await receive(world, session, { type });
      const { marks } = await world.sessions.readInput(session, everything);
      expect(marks).toEqual([{ offset, kind: type }]);
    }
  },
);

test('audio may be half a minute ahead of four times the real time, and not a byte more', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await world.pass(1_000);
  const most = (maxLeadMs + 1_000 * maxSpeed) * 32;
  await receive(world, session, audio(most - 320, 320));
  expect(world.told('error')).toEqual([]);
  await receive(world, session, audio(most - 318, 320));
  expect(world.told('error')).toMatchObject([{ error: { type: 'audio_too_fast' }, fatal: true }]);
  expect((await world.sessions.readInput(session, everything)).frames).toHaveLength(1);
});

describe('a connection with a successor', () => {
  const succeeded = async () => {
    const world = aSessionWorld();
    const session = await world.live();
    await world.connect(session, 'c2');
    return { world, session };
  };

  test('a connection with a successor is closed by its next message, which still counts', async () => {
    const { world, session } = await succeeded();
    await receive(world, session, audio(0, 320));
    expect((await world.sessions.readInput(session, everything)).frames).toHaveLength(1);
    // The successor was not greeted, so it may be a late attempt of the same client, which must connect again.
    expect(world.told('error')).toEqual([]);
    expect(world.closed).toEqual(['c1']);
  });

  test.each([
    ['open', 1],
    ['gone', 0],
  ])(
    'a connection whose greeted successor is %s is told so %i times at its next message, and closed',
    async (state, times) => {
      const { world, session } = await succeeded();
      const now = world.timeline.now();
      const held = await world.sessions.claimLease(session, now);
      const told = { connection: session.connection + 1, eventId: 0 };
      if (held) await world.sessions.giveBack(held, { now, heardAt: null, readThrough: 0, told });
      if (state === 'gone') await world.sessions.dropConnection(session, 'c2');
      await receive(world, session, audio(0, 320));
      const error = { fatal: true, error: { type: 'connection_replaced', retryable: false } };
      expect(world.told('error')).toMatchObject(Array.from({ length: times }, () => error));
      expect(world.closed).toEqual(['c1']);
    },
  );

  test('a connection with a successor is closed by its first malformed message', async () => {
    const { world, session } = await succeeded();
    await receive(world, session, { type: 'unknown' });
    expect(world.told('error')).toMatchObject([{ error: { type: 'invalid_message' }, fatal: true }]);
    expect(world.closed).toEqual(['c1']);
  });
});

test('a connection that floods the service with pings is told so once and closed, and nothing of it is looked up any more', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const calls: string[] = [];
  const find: typeof world.sessions.find = (ref) => {
    calls.push(ref.id);
    return world.sessions.find(ref);
  };
  const spied = { ...world, deps: { ...world.deps, sessions: { ...world.sessions, find } } };
  for (let nth = 0; nth < maxEmptyMessages + 100; nth += 1) await receive(spied, session, { type: 'ping' });
  expect(calls).toHaveLength(maxEmptyMessages);
  expect(world.told('pong')).toHaveLength(maxEmptyMessages);
  expect(world.told('error')).toMatchObject([
    { error: { type: 'rate_limit_exceeded', retryable: true }, fatal: true },
  ]);
  expect(world.closed).toEqual(['c1']);
});

test.each([
  ['{"type":"audio","audio":"AAAA"}', 'data: This is required.', ['data', 'audio']],
  ['{"type":"audio","data":"AA=A"}', 'data: Send the bytes in base64, with padding.', ['data']],
  ['{"type":"done"}', 'type: Send one of audio, finalize, finish, ping, hello.', ['type']],
  ['[]', 'Send an object.', ['']],
  ['\u0000\u0001', 'Send JSON text, with audio in base64.', ['']],
])('the answer to the malformed message %s says what is wrong with it', async (text, message, paths) => {
  const world = aSessionWorld();
  await receiveText(world, await world.live(), text);
  const [told] = world.told('error');
  expect(told).toMatchObject({ fatal: false, error: { type: 'invalid_message', message } });
  expect(told?.error.details.fields?.map(({ path }) => path)).toEqual(paths);
});

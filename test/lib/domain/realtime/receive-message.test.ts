import { describe, expect, test } from 'vitest';
import { maxEmptyMessages, maxLeadMs, maxSpeed } from '#lib/domain/realtime/timing.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { audio, everything, receive, receiveText } from './receiving.ts';

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
  await receive(world, session, audio(0, 320));
  const stored = await world.sessions.readInput(session, everything);
  for (const type of ['hello', 'ping']) await receive(world, session, { type });
  expect(await world.sessions.readInput(session, everything)).toEqual(stored);
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

test('audio without an offset that is refused as too fast is not counted, as it would be silence that is charged', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const { offset: _, ...message } = audio(0, 24_000);
  const most = maxLeadMs * 32;
  for (let sent = 0; sent < most; sent += 24_000) await receive(world, session, message);
  expect(world.told('error')).toEqual([]);
  for (let time = 0; time < 3; time += 1) await receive(world, session, message);
  expect(world.told('error')).toHaveLength(3);
  expect(await world.sessions.findEnd(session)).toBe(most);
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

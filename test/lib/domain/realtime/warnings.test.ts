import { describe, expect, test } from 'vitest';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { connectionWarningMs, lowCreditMs, parkMs } from '#lib/domain/realtime/timing.ts';
import { minuteMs, secondMs } from '#lib/platform/durations.ts';
import { slowTranscriber } from '../../../support/changed-transcriber.ts';
import { aSessionWorld, bytesPerMs } from '../../../support/session-world.ts';
import { soundOf } from '../../../support/scripted-transcriber.ts';

type World = ReturnType<typeof aSessionWorld>;

const frame = 200 * bytesPerMs;
/** Words of 0.4 s. Each becomes final half a second later. */
const words = (seconds: number) =>
  soundOf(
    Array.from({ length: seconds }, () => [
      { ms: 400, isSpeech: true },
      { ms: 600, isSpeech: false },
    ]).flat(),
  );

/** Sends a part of a sound in real time, and then no more until the runner returns. */
const takeTurn = async (world: World, session: RealtimeSession, part: Parameters<World['send']>) => {
  const [, sound, from, to] = part;
  for (let at = from; at < to; at += frame)
    world.timeline.in((at - from) / bytesPerMs, () => void world.send(session, sound, at, at + frame));
  return world.run(session);
};

/** Runs a session in turns of `turnMs`. The runner parks between the turns. */
const inTurns = async (
  world: World,
  session: RealtimeSession,
  { turnMs, turns }: Record<'turnMs' | 'turns', number>,
) => {
  const sound = words((turnMs * turns) / secondMs);
  const lefts: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const from = turn * turnMs * bytesPerMs;
    const to = (turn + 1) * turnMs * bytesPerMs;
    lefts.push(await takeTurn(world, session, [session, sound, from, to]));
    if (lefts.at(-1) !== 'parked') return lefts;
    await world.pass(2 * secondMs);
  }
  return lefts;
};

/** Runs a session whose audio of five minutes arrives four times as fast as real time. */
const runBehind = async (world: World, session: RealtimeSession, msPerSecond: number) => {
  const sound = words(300);
  for (let from = 0; from < sound.length; from += 24_000)
    world.timeline.in(from / bytesPerMs / 4, () => void world.send(session, sound, from, from + 24_000));
  const finish = { offset: sound.length, kind: 'finish' } as const;
  world.timeline.in(80 * secondMs, () => void world.sessions.putMark(session, finish, world.timeline.now()));
  const changes = slowTranscriber(world, (pcm) => (msPerSecond * pcm.length) / 16_000);
  return world.run(session, { changes });
};

test.each(['insufficient_credits', 'test_quota_exceeded'] as const)(
  'an allowance that is used up ends a session whose runner parks in each pause: %s',
  async (reason) => {
    const world = aSessionWorld();
    const session = await world.live();
    world.script.allows = async (_, heardMs) => (heardMs > 30_000 ? reason : undefined);
    const lefts = await inTurns(world, session, { turnMs: 20 * secondMs, turns: 6 });
    expect(lefts).toEqual(['parked', 'parked', 'closed']);
    const [finished] = world.told('session.finished');
    expect(finished).toMatchObject({ reason });
    expect(finished?.audio_ms).toBeLessThan(30_000 + minuteMs);
  },
);

test.each([
  ['as slow as speech', 1_000],
  ['much faster than speech', 100],
])(
  'credit that is used up ends a session that has always audio to hear, and recognition %s',
  async (_, msPerSecond) => {
    const world = aSessionWorld();
    const session = await world.live();
    world.script.allows = async (_payer, heardMs) => (heardMs > 30_000 ? 'insufficient_credits' : undefined);
    expect(await runBehind(world, session, msPerSecond)).toBe('closed');
    const [finished] = world.told('session.finished');
    expect(finished).toMatchObject({ reason: 'insufficient_credits' });
    expect(finished?.audio_ms).toBeLessThan(30_000 + minuteMs + 2 * secondMs);
  },
);

test('the credit is looked at by each runner as it begins, and then each minute', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const heard: number[] = [];
  world.script.allows = async (_, heardMs) => {
    if (heardMs < lowCreditMs) heard.push(Math.round(heardMs / secondMs));
    return undefined;
  };
  world.stream(session, words(130), { finishes: false });
  expect(await world.run(session)).toBe('parked');
  expect(heard).toEqual([0, 60, 120]);
  expect(await world.run(session)).toBe('parked');
  // The second runner counts from the end of the decided audio, although it starts to hear two seconds earlier.
  expect(heard).toEqual([0, 60, 120, 130]);
});

describe('low credit', () => {
  const allowsMs = (ms: number) => async (_: unknown, heardMs: number) =>
    heardMs > ms ? ('insufficient_credits' as const) : undefined;

  test('low credit is warned of once in a session whose runner parks in each pause', async () => {
    const world = aSessionWorld();
    const session = await world.live();
    world.script.allows = allowsMs(lowCreditMs + 30_000);
    await inTurns(world, session, { turnMs: 20 * secondMs, turns: 5 });
    expect(world.told('session.warning')).toMatchObject([{ warning: { reason: 'low_credit' } }]);
  });

  test('low credit is warned of in a session that is behind', async () => {
    const world = aSessionWorld();
    const session = await world.live();
    world.script.allows = allowsMs(lowCreditMs + 200_000);
    await runBehind(world, session, 1_000);
    const reasons = world.told('session.warning').map(({ warning }) => warning.reason);
    expect(reasons.filter((reason) => reason === 'low_credit')).toHaveLength(1);
  });
});

test('the longest audio is warned of once, with the seconds that are left, however often the runner parks', async () => {
  const world = aSessionWorld();
  const session = await world.live({ maxSessionMs: 125 * secondMs, silenceMs: null });
  await inTurns(world, session, { turnMs: 34 * secondMs, turns: 3 });
  const warnings = world.told('session.warning').map(({ warning }) => warning);
  expect(warnings).toEqual([{ reason: 'max_session', seconds_left: 60 }]);
});

test('the longest audio is warned of with the place of the session, not with where its next runner begins to hear', async () => {
  const world = aSessionWorld();
  const session = await world.live({ maxSessionMs: 125 * secondMs }, { committedMs: 100 * secondMs });
  const from = 98 * secondMs * bytesPerMs;
  const to = 102 * secondMs * bytesPerMs;
  await takeTurn(world, session, [session, words(102), from, to]);
  expect(world.told('session.warning')).toMatchObject([
    { warning: { reason: 'max_session', seconds_left: 25 } },
  ]);
});

test('the age of a connection is warned of once, and that of the next one again', async () => {
  const world = aSessionWorld();
  const session = await world.live({ maxSessionMs: 18_000_000 });
  const sound = words(8);
  const speak = (turn: number) =>
    takeTurn(world, session, [session, sound, turn * 2_000 * bytesPerMs, (turn + 1) * 2_000 * bytesPerMs]);
  const wait = (ms: number) => world.settled(world.sleep(ms));
  await wait(connectionWarningMs);
  await world.sessions.notePing(session, world.timeline.now());
  for (let turn = 0; turn < 2; turn += 1) expect(await speak(turn)).toBe('parked');
  expect(world.told('session.warning')).toMatchObject([
    { warning: { reason: 'expiring', seconds_left: 600 } },
  ]);
  await world.sessions.issueResume(await world.find(session), session.secretHash);
  const credential = { kind: 'resume', hash: session.secretHash } as const;
  await world.sessions.connect(await world.find(session), {
    credential,
    afterEventId: 3,
    now: world.timeline.now(),
  });
  await world.sessions.setConnection(session, {
    connection: 2,
    connectionId: 'c2',
    now: world.timeline.now(),
  });
  await wait(connectionWarningMs - parkMs);
  await world.sessions.notePing(session, world.timeline.now());
  await wait(parkMs);
  for (let turn = 2; turn < 4; turn += 1) expect(await speak(turn)).toBe('parked');
  expect(world.told('session.warning')).toHaveLength(2);
});

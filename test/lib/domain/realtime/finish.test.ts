import { expect, test } from 'vitest';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { sweepSessions } from '#lib/domain/realtime/sweep-sessions.ts';
import { minuteMs } from '#lib/platform/durations.ts';
import { soundOf, speech, silence } from '../../../support/scripted-transcriber.ts';
import { aSessionWorld } from '../../../support/session-world.ts';

const twoSentences = soundOf([speech(1_000), silence(800), speech(600), silence(800)]);

const finishAt = (world: ReturnType<typeof aSessionWorld>, session: RealtimeSession, offset: number) =>
  world.sessions.putMark(session, { offset, kind: 'finish' }, world.timeline.now());

test('a finish before what is decided ends a session that waits, with all that is decided', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, twoSentences, { finishes: false });
  expect(await world.run(session)).toBe('parked');
  const { committedMs } = await world.find(session);
  expect(committedMs).toBeGreaterThan(2_400);
  await finishAt(world, session, 320);
  await world.pass(minuteMs);
  await sweepSessions(world.deps);
  expect(world.woken).toHaveLength(1);
  expect(await world.run(session)).toBe('closed');
  expect(world.told('session.finished')).toMatchObject([
    { reason: 'finish', segments: 2, audio_ms: committedMs },
  ]);
});

test('a finish before what is decided ends a session that is being heard', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, twoSentences, { finishes: false });
  world.timeline.in(2_000, () => void finishAt(world, session, 320));
  expect(await world.run(session)).toBe('closed');
  expect(world.told('session.finished')).toMatchObject([{ reason: 'finish' }]);
  expect(world.told('transcript.final').at(0)?.segment.text).toBe('1-100.');
});

import { expect, test } from 'vitest';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { sweepSessions } from '#lib/domain/realtime/sweep-sessions.ts';
import { minuteMs } from '#lib/platform/durations.ts';
import { byteAt } from '#lib/speech/live/pcm-input.ts';
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

test('a finish ends a session although a finalize was sent at the same place before', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const offset = twoSentences.length;
  world.stream(session, twoSentences, { finishes: false });
  world.timeline.in(
    3_300,
    () => void world.sessions.putMark(session, { offset, kind: 'finalize' }, world.timeline.now()),
  );
  world.timeline.in(5_000, () => void finishAt(world, session, offset));
  expect(await world.run(session)).toBe('closed');
  expect(world.told('session.finished')).toMatchObject([{ reason: 'finish', segments: 2 }]);
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

test.each([
  [16_000, 1],
  [44_100, 1],
  [16_000, 2],
  [44_100, 2],
] as const)(
  'a finish decides all audio at %i Hz with %i channels, and the session costs all of it',
  async (sampleRateHz, channels) => {
    const world = aSessionWorld();
    const audio = { format: 'pcm_s16le', sampleRateHz, channels } as const;
    const session = await world.live({ audio });
    const voice = Buffer.alloc(byteAt(audio, 1_030), 1);
    for (let from = 0; from < voice.length; from += 16_000)
      await world.send(session, voice, from, from + 16_000);
    await finishAt(world, session, voice.length);
    expect(await world.run(session)).toBe('closed');
    expect(world.told('session.finished')).toMatchObject([
      { reason: 'finish', audio_ms: 1_030, billing: { billed_ms: 1_030 } },
    ]);
  },
);

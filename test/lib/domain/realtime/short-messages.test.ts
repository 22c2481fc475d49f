import { describe, expect, test } from 'vitest';
import { soundOf, spokenIn, spokenOf, speech, silence } from '../../../support/scripted-transcriber.ts';
import { aSessionWorld, bytesPerMs } from '../../../support/session-world.ts';

describe('a runner reads on', () => {
  const sound = soundOf([speech(3_000), silence(800), speech(600), silence(400)]);
  const heard = (world: ReturnType<typeof aSessionWorld>): number[] =>
    spokenOf(world.told('transcript.final').map(({ segment }) => segment.text));
  type World = ReturnType<typeof aSessionWorld>;
  const finished = (world: World, session: Awaited<ReturnType<World['live']>>) =>
    world.sessions.putMark(session, { offset: sound.length, kind: 'finish' }, world.timeline.now());

  test('a runner reads on over as many short messages as lie before the place where it begins', async () => {
    const world = aSessionWorld();
    const session = await world.live();
    const bytes = 5 * bytesPerMs;
    const sendPart = async (from: number, to: number): Promise<void> => {
      for (let at = from; at < to; at += bytes) await world.send(session, sound, at, at + bytes);
    };
    await sendPart(0, 4_000 * bytesPerMs);
    expect(await world.run(session)).toBe('parked');
    await sendPart(4_000 * bytesPerMs, sound.length);
    await finished(world, session);
    expect(await world.run(session)).toBe('closed');
    expect(heard(world)).toEqual(spokenIn(sound));
  });

  test('a runner reads on over as many messages as a client sends of bytes that it has sent before', async () => {
    const world = aSessionWorld();
    const session = await world.live();
    const bytes = 200 * bytesPerMs;
    for (let at = 0; at < sound.length; at += bytes) await world.send(session, sound, at, at + bytes);
    for (let at = 1; at <= 250; at += 1) await world.send(session, sound, at, at + 1);
    await finished(world, session);
    expect(await world.run(session)).toBe('closed');
    expect(heard(world)).toEqual(spokenIn(sound));
  });

  test('a runner reads on over as many marks as a client sets within a moment, and ends a segment at each of them', async () => {
    const world = aSessionWorld();
    const session = await world.live();
    await world.send(session, sound, 0, sound.length);
    const segmentMs = 10;
    for (let atMs = segmentMs; atMs <= 2_500; atMs += segmentMs)
      await world.sessions.putMark(
        session,
        { offset: atMs * bytesPerMs, kind: 'finalize' },
        world.timeline.now(),
      );
    await finished(world, session);
    expect(await world.run(session)).toBe('closed');
    expect(heard(world)).toEqual(spokenIn(sound));
    expect(world.told('transcript.final')).toHaveLength(2_500 / segmentMs + 2);
  });
});

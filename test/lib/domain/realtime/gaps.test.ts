import { describe, expect, test } from 'vitest';
import { idleMs, latestHandoverMs, leaseMs } from '#lib/domain/realtime/timing.ts';
import { aSessionWorld, bytesPerMs } from '../../../support/session-world.ts';
import { soundOf, speech, silence } from '../../../support/scripted-transcriber.ts';

describe('a gap in the audio', () => {
  const gapped = async ({ finishes = true, until = 2_000 } = {}) => {
    const world = aSessionWorld();
    const session = await world.live();
    const sound = soundOf([speech(1_000), silence(1_000)]);
    await world.send(session, sound, 0, 500 * bytesPerMs);
    await world.send(session, sound, 700 * bytesPerMs, until * bytesPerMs);
    if (finishes)
      await world.sessions.putMark(session, { offset: sound.length, kind: 'finish' }, world.timeline.now());
    return { world, session, sound };
  };

  test('a gap is asked for, and nothing is lost if it is filled', async () => {
    const { world, session, sound } = await gapped();
    world.timeline.in(5_000, () => void world.send(session, sound, 400 * bytesPerMs, 700 * bytesPerMs));
    await world.run(session);
    const asked = { from: 500 * bytesPerMs, to: 700 * bytesPerMs };
    expect(world.told('audio.resend')).toMatchObject([asked, asked]);
    expect(world.told('transcript.final').map(({ segment }) => segment.text)).toEqual(['1-100.']);
  });

  test('a gap between the last audio and the end that the client names is asked for, and nothing is lost if it is filled', async () => {
    const world = aSessionWorld();
    const session = await world.live();
    const sound = soundOf([speech(1_000)]);
    await world.send(session, sound, 0, 700 * bytesPerMs);
    await world.sessions.putMark(session, { offset: sound.length, kind: 'finish' }, world.timeline.now());
    const rest = () => world.send(session, sound, 700 * bytesPerMs, sound.length);
    world.timeline.in(3_000, () => void rest());
    await world.run(session);
    expect(world.told('audio.resend')).toMatchObject([{ from: 700 * bytesPerMs, to: sound.length }]);
    expect(world.told('transcript.final').map(({ segment }) => segment.text)).toEqual(['1-100.']);
  });

  test('a gap is filled by a message that begins before it, however many short ones begin there as well', async () => {
    const world = aSessionWorld();
    const session = await world.live();
    const sound = soundOf([speech(1_000), silence(1_000)]);
    const send = (fromMs: number, toMs: number) =>
      world.send(session, sound, fromMs * bytesPerMs, toMs * bytesPerMs);
    for (let ms = 0; ms < 500; ms += 2) await send(ms, ms + 2);
    await send(700, 2_000);
    await world.sessions.putMark(session, { offset: sound.length, kind: 'finish' }, world.timeline.now());
    world.timeline.in(3_000, () => void send(401, 700));
    await world.run(session);
    expect(world.told('transcript.final').map(({ segment }) => segment.text)).toEqual(['1-100.']);
  });

  test('a gap is asked of a client that connects again as often as of one that stays', async () => {
    const { world, session, sound } = await gapped();
    world.timeline.in(9_000, () => void world.connect(session, 'c2'));
    world.timeline.in(15_000, () => void world.send(session, sound, 500 * bytesPerMs, 700 * bytesPerMs));
    await world.run(session);
    expect(world.told('session.warning')).toEqual([]);
    expect(world.told('transcript.final').map(({ segment }) => segment.text)).toEqual(['1-100.']);
  });

  test('a gap counts as silence after ten seconds, and the client is warned', async () => {
    const { world, session } = await gapped();
    await world.run(session);
    expect(world.told('audio.resend')).toHaveLength(4);
    expect(world.told('error')).toMatchObject([{ error: { type: 'audio_gap_too_long' }, fatal: false }]);
    expect(world.told('session.warning')).toMatchObject([
      { id: 1, warning: { reason: 'audio_gap', from_ms: 500, to_ms: 700 } },
    ]);
    expect(world.told('transcript.final').map(({ segment }) => segment.text)).toEqual(['1-50 71-100.']);
  });

  test.each(['before', 'after'])(
    'a client is warned once of a gap, although the first runner died just %s it was stored as silence',
    async (moment) => {
      const { world, session } = await gapped();
      const commit: typeof world.sessions.commit = async (...committed) => {
        if (moment === 'after') await world.sessions.commit(...committed);
        // The runner returns as if it were dead.
        return undefined;
      };
      const dying = { sessions: { ...world.sessions, commit } };
      expect(await world.run(session, { changes: dying })).toBe('lost');
      await world.pass(leaseMs + 1);
      expect(await world.run(session)).toBe('closed');
      expect(world.told('session.warning')).toMatchObject([{ id: 1, warning: { reason: 'audio_gap' } }]);
      expect(world.told('transcript.final').map(({ segment }) => segment.text)).toEqual(['1-50 71-100.']);
    },
  );

  test('a gap is not asked for again by a runner that takes over after a long silence in its place', async () => {
    const world = aSessionWorld();
    const session = await world.live();
    const sound = soundOf([speech(2_000), silence(30_000), speech(9_000), silence(1_000)]);
    const send = (ms: number, arrivesMs: number): void =>
      world.timeline.in(
        arrivesMs,
        () => void world.send(session, sound, ms * bytesPerMs, (ms + 200) * bytesPerMs),
      );
    // Sends this before the runner starts, because a runner leaves at once during a pause.
    await world.send(session, sound, 0, 200 * bytesPerMs);
    for (let ms = 200; ms < 2_000; ms += 200) send(ms, ms);
    send(32_000, 4_000);
    for (let ms = 32_200; ms < 42_000; ms += 200) send(ms, 14_000 + ms - 32_000);
    await world.sessions.putMark(session, { offset: sound.length, kind: 'finish' }, world.timeline.now());
    expect(await world.run(session, { remainingMs: latestHandoverMs + 18_000 })).toBe('handed_over');
    expect(world.told('audio.resend')).toHaveLength(4);
    expect(await world.run(session)).toBe('closed');
    expect(world.told('audio.resend')).toHaveLength(4);
    expect(world.told('transcript.final').map(({ segment }) => segment.text)).toEqual([
      '1-200.',
      '3201-3250',
      '3251-4100.',
    ]);
  });

  test('a gap is waited for while the client is away', async () => {
    const { world, session } = await gapped();
    world.script.takes = () => false;
    expect(await world.run(session)).toBe('parked');
    expect(await world.find(session)).toMatchObject({ status: 'live', lastEventId: 0 });
  });

  test.each([
    ['more than a page of messages', [1_800, 1_900]],
    ['another gap before more than a page of messages', [800, 900]],
  ] as const)(
    'a gap does not delay the end of a session whose client is gone, if after it comes %s',
    async (_, [goneMs, backMs]) => {
      const { world, session, sound } = await gapped({ finishes: false, until: 800 });
      for (let ms = 800; ms < 2_000; ms += 5)
        if (ms < goneMs || ms >= backMs)
          await world.send(session, sound, ms * bytesPerMs, (ms + 5) * bytesPerMs);
      world.script.takes = () => false;
      expect(await world.run(session)).toBe('parked');
      await world.pass(idleMs);
      expect(await world.run(session)).toBe('closed');
      expect(await world.find(session)).toMatchObject({ endReason: 'idle', committedMs: 2_000 });
    },
  );

  test.each(['finish', 'idle'] as const)(
    'a gap counts as silence if the client never comes back, so that what was said later is heard: %s',
    async (endReason) => {
      const { world, session, sound } = await gapped({ finishes: endReason === 'finish', until: 1_800 });
      await world.send(session, sound, 1_900 * bytesPerMs, sound.length);
      world.script.takes = () => false;
      expect(await world.run(session)).toBe('parked');
      await world.pass(idleMs);
      expect(await world.run(session)).toBe('closed');
      expect(await world.find(session)).toMatchObject({ endReason, committedMs: 2_000 });
      const events = await world.sessions.readEvents(session, 0);
      const reasons = events.map((event) =>
        event.type === 'session.warning' ? event.warning.reason : event.type,
      );
      expect(reasons).toEqual(['audio_gap', 'transcript.final', 'audio_gap', 'session.finished']);
    },
  );
});

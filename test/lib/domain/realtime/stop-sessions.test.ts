import { expect, test } from 'vitest';
import { sessionStopper } from '#lib/domain/realtime/stop-sessions.ts';
import { hourMs, later, secondMs } from '#lib/platform/durations.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { soundOf } from '../../../support/scripted-transcriber.ts';

const sound = soundOf([
  { ms: 1_000, isSpeech: true },
  { ms: 1_000, isSpeech: false },
  { ms: 5_000, isSpeech: true },
]);

test('a session that is heard ends by its own runner, which charges for what was decided or told', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, sound, { finishes: false });
  const stop = sessionStopper(world.deps);
  const stopped: boolean[] = [];
  world.timeline.in(3_000, () => {
    void stop(session.tenant, later(world.deps.now(), secondMs)).then((isEmpty) => stopped.push(isEmpty));
  });
  expect(await world.run(session)).toBe('closed');
  expect(await world.find(session)).toMatchObject({
    status: 'canceled',
    endReason: 'canceled',
    committedMs: 1_500,
    toldMs: 2_500,
    billedMicroUsd: 208,
  });
  expect(world.told('session.finished')).toMatchObject([{ reason: 'canceled' }]);
  expect(stopped).toEqual([false]);
  expect(await stop(session.tenant, later(world.deps.now(), secondMs))).toBe(true);
});

test('sessions of other projects go on', async () => {
  const world = aSessionWorld();
  const own = await world.live();
  const other = await world.live();
  await sessionStopper(world.deps)(own.tenant, later(world.deps.now(), secondMs));
  expect(await world.find(own)).toMatchObject({ endReason: 'canceled' });
  expect(await world.find(other)).toMatchObject({ status: 'live', endReason: null });
});

test('sessions that are over by their age are not looked through, however many there were', async () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  let pages = 0;
  const list = async () => {
    pages += 1;
    const next = { createdAt: later(now, -pages * hourMs).toISOString(), id: 'rts_a' };
    return { sessions: [], next: pages % 1_000 === 0 ? null : next };
  };
  const untouched = () => Promise.reject(new Error('No session is left.'));
  const stop = sessionStopper({ sessions: { list, cancel: untouched, close: untouched }, now: () => now });
  expect(await stop('prj_a.live', later(now, secondMs))).toBe(true);
  expect(pages).toBeLessThan(60);
});

test('the sessions of a project are not said to be gone if there was no time to look through all of them', async () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  const next = { createdAt: now.toISOString(), id: 'rts_a' };
  const list = async () => ({ sessions: [], next });
  const untouched = () => Promise.reject(new Error('No session is left.'));
  const stop = sessionStopper({ sessions: { list, cancel: untouched, close: untouched }, now: () => now });
  expect(await stop('prj_a.live', now)).toBe(false);
});

import { expect, test } from 'vitest';
import { deleteSession } from '#lib/domain/realtime/delete-session.ts';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { soundOf } from '../../../support/scripted-transcriber.ts';

const callerOf = ({ tenant }: Pick<RealtimeSession, 'tenant'>) => ({
  tenant,
  organizationId: 'org_a',
  keyId: 'k',
});

test('a live session ends: what is decided is kept, and its client is told and disconnected', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const sound = [
    { ms: 1_000, isSpeech: true },
    { ms: 1_000, isSpeech: false },
    { ms: 300, isSpeech: true },
  ];
  world.stream(session, soundOf(sound), { finishes: false });
  expect(await world.run(session)).toBe('parked');
  await deleteSession(world.deps, callerOf(session), session.id);
  expect(await world.find(session)).toMatchObject({
    status: 'canceled',
    endReason: 'canceled',
    committedMs: 1_500,
    billedMicroUsd: 125,
  });
  expect(world.told('session.finished')).toMatchObject([{ id: 2, reason: 'canceled', segments: 1 }]);
  expect(world.closed).toEqual(['c1']);
});

test('a runner that finds its session deleted tells the client nothing more', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([{ ms: 9_000, isSpeech: true }]));
  world.timeline.in(3_000, () => void deleteSession(world.deps, callerOf(session), session.id));
  expect(await world.run(session)).toBe('lost');
  expect(world.told('session.finished')).toHaveLength(1);
});

test('repeating it has no effect', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await deleteSession(world.deps, callerOf(session), session.id);
  const ended = await world.find(session);
  await deleteSession(world.deps, callerOf(session), session.id);
  expect(await world.find(session)).toEqual(ended);
  expect(world.told('session.finished')).toHaveLength(1);
});

test('the session of another project is unknown', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const stranger = callerOf({ tenant: 'prj_b.live' });
  await expect(deleteSession(world.deps, stranger, session.id)).rejects.toMatchObject({ type: 'not_found' });
  expect(await world.find(session)).toMatchObject({ status: 'live' });
});

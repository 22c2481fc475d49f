import { expect, test } from 'vitest';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { sweepSessions } from '#lib/domain/realtime/sweep-sessions.ts';
import { idleMs, sweepMs } from '#lib/domain/realtime/timing.ts';
import { minuteMs } from '#lib/platform/durations.ts';
import { aSessionWorld } from '../../../support/session-world.ts';

const sweepAfter = async (world: ReturnType<typeof aSessionWorld>, ms: number): Promise<void> => {
  await world.pass(ms);
  world.woken.length = 0;
  await sweepSessions(world.deps);
};

test('a session that is never connected expires with its secret', async () => {
  const world = aSessionWorld();
  const session = await world.created();
  await sweepAfter(world, minuteMs);
  expect(await world.find(session)).toMatchObject({
    status: 'expired',
    endedAt: world.timeline.now().toISOString(),
  });
});

const parked = async (world: ReturnType<typeof aSessionWorld>): Promise<RealtimeSession> => {
  const session = await world.live();
  expect(await world.run(session)).toBe('parked');
  return world.find(session);
};

test('a session that nothing happens to is left alone, until it is idle for ten minutes', async () => {
  const world = aSessionWorld();
  await parked(world);
  await sweepAfter(world, sweepMs);
  expect(world.woken).toEqual([]);
  await sweepAfter(world, idleMs);
  expect(world.woken).toHaveLength(1);
});

test.each<[string, (world: ReturnType<typeof aSessionWorld>, session: RealtimeSession) => Promise<void>]>([
  ['audio', (world, session) => world.send(session, Buffer.alloc(320), 0, 320)],
  [
    'the end',
    (world, session) => world.sessions.putMark(session, { offset: 0, kind: 'finish' }, world.timeline.now()),
  ],
])('a session whose runner was not woken by %s is woken', async (_, arrives) => {
  const world = aSessionWorld();
  const session = await parked(world);
  await arrives(world, session);
  await sweepAfter(world, sweepMs);
  expect(world.woken).toEqual([{ tenant: session.tenant, id: session.id }]);
});

test('a mark that has taken effect wakes nobody', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await world.send(session, Buffer.alloc(6_400), 0, 6_400);
  await world.sessions.putMark(session, { offset: 6_400, kind: 'finalize' }, world.timeline.now());
  expect(await world.run(session)).toBe('parked');
  await sweepAfter(world, sweepMs);
  expect(world.woken).toEqual([]);
});

test('a session is woken by its end also behind more marks without effect than fit in a page', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await world.send(session, Buffer.alloc(6_400), 0, 6_400);
  await world.sessions.putMark(session, { offset: 6_400, kind: 'finalize' }, world.timeline.now());
  expect(await world.run(session)).toBe('parked');
  const put = (offset: number, kind: 'finalize' | 'finish') =>
    world.sessions.putMark(session, { offset, kind }, world.timeline.now());
  for (let offset = 6_401; offset < 6_551; offset += 1) await put(offset, 'finalize');
  await sweepAfter(world, sweepMs);
  expect(world.woken).toEqual([]);
  await put(6_551, 'finish');
  await sweepAfter(world, sweepMs);
  expect(world.woken).toEqual([{ tenant: session.tenant, id: session.id }]);
});

test('a session that was closed by a function that then died gets a runner, which ends it', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await world.sessions.close(session, { reason: 'canceled', now: world.timeline.now() });
  await sweepAfter(world, sweepMs);
  expect(world.woken).toEqual([{ tenant: session.tenant, id: session.id }]);
  expect(await world.run(session)).toBe('closed');
  expect(await world.find(session)).toMatchObject({ status: 'canceled', billedMicroUsd: 0 });
  expect(world.webhooks).toHaveLength(1);
});

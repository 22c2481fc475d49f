import { expect, test } from 'vitest';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import { dayMs } from '#lib/platform/durations.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world } = await startWorld();
const list = (as: { cookie: string }) => world.call('GET /api/platform/v1/sessions', { as });
const moveClock = (ms: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};

test('200 lists the live sessions of the person, newest first, and says which one asks', async () => {
  const { user, person } = await world.aPerson();
  moveClock(1_000);
  await startSession(world.table, user, { now: world.clock.now, userAgent: 'Firefox' });
  const { status, body } = await list(person);
  expect(status).toBe(200);
  expect(body.data.map((one: any) => [one.user_agent, one.is_current])).toEqual([
    ['Firefox', false],
    ['', true],
  ]);
});

test('200 leaves out what ended, expired or was signed out everywhere', async () => {
  const { user, person } = await world.aPerson();
  const idle = await world.aPerson();
  const start = async (of = user) => ({
    cookie: `__Host-session=${await startSession(world.table, of, { now: world.clock.now })}`,
  });
  await world.call('DELETE /api/platform/v1/session', { as: person });
  moveClock(dayMs);
  await world.call('DELETE /api/platform/v1/sessions', { as: await start() });
  moveClock(1_000);
  expect((await list(await start())).body.data).toHaveLength(1);
  expect((await list(await start(idle.user))).body.data).toHaveLength(1);
});

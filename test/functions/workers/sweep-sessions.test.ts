import { expect, test } from 'vitest';
import { createHandler } from '#functions/workers/sweep-sessions.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { startRealtimeWorld } from '../../support/realtime-world.ts';

const { world, deps, woken, open } = await startRealtimeWorld();
const sweep = createHandler(deps);
const after = (ms: number): void => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};

test('a session with unread audio and no runner gets a runner', async () => {
  const { ref, send } = await open();
  await send({ type: 'audio', offset: 0, data: 'AAAA' });
  const before = woken.length;
  after(61_000);
  await sweep({}, lambdaContext);
  expect(woken.slice(before)).toContainEqual(ref);
});

import { expect, test } from 'vitest';
import { createHandler } from '#functions/workers/sweep-sessions.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { startRealtimeWorld } from '../../support/realtime-world.ts';

const { world, customer, deps, woken, create, open } = await startRealtimeWorld();
const sweep = createHandler(deps);
const after = (ms: number): void => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};

test('a session that is never connected expires with its secret', async () => {
  const session = await create();
  after(61_000);
  await sweep({}, lambdaContext);
  const { body } = await world.call('GET /v1/realtime/sessions/{session_id}', {
    as: customer.live,
    params: { session_id: session.id },
  });
  expect(body).toMatchObject({ status: 'expired', billing: { status: 'not_charged' } });
});

test('a session with unread audio and no runner gets a runner', async () => {
  const { ref, send } = await open();
  await send({ type: 'audio', offset: 0, data: 'AAAA' });
  const before = woken.length;
  after(61_000);
  await sweep({}, lambdaContext);
  expect(woken.slice(before)).toContainEqual(ref);
});

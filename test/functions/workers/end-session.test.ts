import { expect, test } from 'vitest';
import { createHandler } from '#functions/workers/end-session.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { startRealtimeWorld } from '../../support/realtime-world.ts';

const { deps, posted, open } = await startRealtimeWorld();
const end = createHandler(deps);

test('a closed session is ended once, however often it is asked for, and its client is told', async () => {
  const { ref, find } = await open('leaving');
  await deps.sessions.close(ref, { reason: 'finish', now: deps.now() });
  await end({ ...ref, told: null }, lambdaContext);
  const ended = await find();
  expect(ended).toMatchObject({ status: 'completed', endReason: 'finish' });
  await end({ ...ref, told: null }, lambdaContext);
  expect(await find()).toEqual(ended);
  expect(posted.filter(({ to }) => to === 'leaving').at(-1)?.event).toMatchObject({
    type: 'session.finished',
  });
});

test('a session that is not closed goes on', async () => {
  const { ref, find } = await open('staying');
  const before = await find();
  await end({ ...ref, told: null }, lambdaContext);
  expect(await find()).toEqual(before);
});

test('a message of another form fails', async () => {
  await expect(end({ id: 'rts_a' }, lambdaContext)).rejects.toThrow('tenant');
});

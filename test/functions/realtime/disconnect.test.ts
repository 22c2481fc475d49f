import { expect, test } from 'vitest';
import { lambdaContext } from '../../support/http-event.ts';
import { startRealtimeWorld } from '../../support/realtime-world.ts';

const { handlers, eventOf, open } = await startRealtimeWorld();

test('a connection that has ended is forgotten', async () => {
  const { find, leave } = await open('one');
  expect(await find()).toMatchObject({ connectionId: 'one' });
  await leave();
  expect(await find()).toMatchObject({ connectionId: null });
});

test('the end of an older connection leaves the newest one', async () => {
  const { find, authorizer } = await open('new');
  await handlers.disconnect(eventOf(authorizer, 'old'), lambdaContext);
  expect(await find()).toMatchObject({ connectionId: 'new' });
});

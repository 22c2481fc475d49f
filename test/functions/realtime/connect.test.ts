import { expect, test } from 'vitest';
import { lambdaContext } from '../../support/http-event.ts';
import { startRealtimeWorld } from '../../support/realtime-world.ts';

const { handlers, create, handshake, contextOf, eventOf, open, woken } = await startRealtimeWorld();

test('a connection is recorded, a runner is started, and the subprotocol is confirmed', async () => {
  const authorizer = contextOf(await handshake(await create()));
  const before = woken.length;
  expect(await handlers.connect(eventOf(authorizer, 'one'), lambdaContext)).toEqual({
    statusCode: 200,
    headers: { 'Sec-WebSocket-Protocol': 'earshot.v1' },
  });
  expect(woken.slice(before)).toEqual([{ tenant: authorizer['tenant'], id: authorizer['session'] }]);
});

test('a server that offers no subprotocol is answered with none', async () => {
  const authorizer = contextOf(await handshake(await create()));
  const event = eventOf(authorizer, 'one', { headers: {} });
  expect(await handlers.connect(event, lambdaContext)).toEqual({ statusCode: 200, headers: {} });
});

test('a connection that is older than the newest one is refused', async () => {
  const { authorizer } = await open();
  const event = eventOf({ ...authorizer, connection: '0' }, 'old');
  expect(await handlers.connect(event, lambdaContext)).toEqual({ statusCode: 409 });
});

test('a client that may not connect is let in, and starts no runner', async () => {
  const authorizer = { ...contextOf(await handshake(await create())), refusal: 'expired' };
  const before = woken.length;
  expect(await handlers.connect(eventOf(authorizer, 'one'), lambdaContext)).toMatchObject({
    statusCode: 200,
  });
  expect(woken).toHaveLength(before);
});

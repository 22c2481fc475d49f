import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { GatewayError } from '#lib/domain/realtime/protocol.ts';
import { openWorld } from './world.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.stop());

describe('messages', () => {
  test('a message goes to the route that its type names, and any other to $default', async () => {
    const { socket, connectionId } = await world.connect();
    for (const body of ['{"type":"audio"}', '{"type":"else"}', '{"type":"$connect"}', 'no JSON', 'null'])
      socket.send(body);
    await expect.poll(() => world.eventsOf('default')).toHaveLength(4);
    expect(world.eventsOf('default').map(({ body }) => body)).toEqual([
      ...['{"type":"else"}', '{"type":"$connect"}', 'no JSON', 'null'],
    ]);
    expect(world.eventsOf('audio')).toMatchObject([
      {
        body: '{"type":"audio"}',
        isBase64Encoded: false,
        requestContext: { routeKey: 'audio', eventType: 'MESSAGE', connectionId },
      },
    ]);
    expect(world.eventsOf('connect')).toHaveLength(1);
  });

  test('messages of one connection are handled at the same time', async () => {
    const held = Promise.withResolvers<void>();
    world.handlers['default'] = () => held.promise;
    const { socket } = await world.connect();
    for (let index = 0; index < 3; index += 1) socket.send('{}');
    await expect.poll(() => world.eventsOf('default')).toHaveLength(3);
    held.resolve();
  });

  test('a function that fails is reported to the client as documented, without its error', async () => {
    world.handlers['default'] = () => {
      throw new Error('secret');
    };
    const { socket, messages, connectionId } = await world.connect();
    socket.send('{}');
    await expect.poll(() => messages).toHaveLength(1);
    expect(messages).toEqual([
      { message: 'Internal server error', connectionId, requestId: expect.any(String) },
    ]);
    expect(GatewayError.safeParse(messages[0]).success).toBe(true);
  });

  test('a function that fails when its client has left is not a failure of the gateway', async () => {
    const left = Promise.withResolvers<void>();
    world.handlers['default'] = async () => {
      await left.promise;
      throw new Error('late');
    };
    const { socket } = await world.connect();
    socket.send('{}');
    await expect.poll(() => world.eventsOf('default')).toHaveLength(1);
    socket.close();
    await expect.poll(() => world.eventsOf('disconnect')).toHaveLength(1);
    left.resolve();
    await delay(20);
    expect(world.causes).toEqual([]);
  });

  test('a binary frame closes the connection with 1003', async () => {
    const { socket, closed } = await world.connect();
    socket.send(Buffer.from('{}'));
    expect(await closed).toMatchObject({ code: 1003 });
    expect(world.eventsOf('default')).toEqual([]);
  });

  test('a frame of 32 KB is delivered, and a larger one closes the connection with 1009', async () => {
    const { socket, closed } = await world.connect();
    socket.send('x'.repeat(32 * 1024));
    await expect.poll(() => world.eventsOf('default')).toHaveLength(1);
    socket.send('x'.repeat(32 * 1024 + 1));
    expect(await closed).toMatchObject({ code: 1009 });
    expect(world.eventsOf('default')).toHaveLength(1);
  });

  const sendInFrames = (socket: WebSocket, bytes: number): void => {
    const frame = 16 * 1024;
    for (let left = bytes; left > 0; left -= frame)
      socket.send('x'.repeat(Math.min(frame, left)), { fin: left <= frame });
  };

  test('a message of 128 KB in small frames is delivered, and a larger one closes the connection with 1009', async () => {
    const { socket, closed } = await world.connect();
    sendInFrames(socket, 128 * 1024);
    await expect.poll(() => world.eventsOf('default')).toHaveLength(1);
    sendInFrames(socket, 128 * 1024 + 1);
    expect(await closed).toMatchObject({ code: 1009 });
    expect(world.eventsOf('default')).toHaveLength(1);
  });
});

describe('the end of a connection', () => {
  test('$disconnect gets the code and the reason of the client', async () => {
    const { socket, connectionId } = await world.connect();
    socket.close(4001, 'enough');
    await expect.poll(() => world.eventsOf('disconnect')).toHaveLength(1);
    expect(world.eventsOf('disconnect')[0]?.['requestContext']).toMatchObject({
      connectionId,
      eventType: 'DISCONNECT',
      routeKey: '$disconnect',
      disconnectStatusCode: 4001,
      disconnectReason: 'enough',
    });
  });

  test('a connection that is idle for ten minutes is closed with 1001, and any message starts them anew', async () => {
    const { socket, closed, connectionId } = await world.connect();
    world.advance(9 * 60_000);
    socket.send('{}');
    await expect.poll(() => world.eventsOf('default')).toHaveLength(1);
    world.advance(9 * 60_000);
    await world.call('POST', connectionId, '{}');
    world.advance(10 * 60_000 - 1);
    expect(socket.readyState).toBe(socket.OPEN);
    world.advance(1);
    expect(await closed).toEqual({ code: 1001, reason: 'Going away' });
    await expect.poll(() => world.waiting()).toEqual([]);
  });

  test('a connection is closed with 1001 after two hours', async () => {
    const { socket, closed, connectionId } = await world.connect();
    for (let minutes = 0; minutes < 119; minutes += 7) {
      world.advance(7 * 60_000);
      await world.call('POST', connectionId, '{}');
    }
    expect(socket.readyState).toBe(socket.OPEN);
    world.advance(60_000);
    expect(await closed).toMatchObject({ code: 1001 });
  });
});

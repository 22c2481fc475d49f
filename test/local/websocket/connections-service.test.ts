import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { api, openWorld } from './world.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.stop());

describe('@connections', () => {
  test('a post reaches the client as text', async () => {
    const { messages, connectionId } = await world.connect();
    expect(await world.call('POST', connectionId, '{"type":"pong"}')).toMatchObject({ status: 200 });
    await expect.poll(() => messages).toEqual([{ type: 'pong' }]);
  });

  test('a post before the client is connected is answered 410', async () => {
    world.handlers['connect'] = async ({ requestContext }) => {
      const answered = await world.call('POST', requestContext.connectionId, '{}');
      return { statusCode: answered?.status === 410 ? 200 : 500 };
    };
    await world.connect();
  });

  test('a connection that has ended, or never was, is answered 410', async () => {
    const { socket, closed, connectionId } = await world.connect();
    socket.close();
    await closed;
    for (const method of ['POST', 'GET', 'DELETE'])
      expect(await world.call(method, connectionId)).toMatchObject({
        status: 410,
        headers: { 'x-amzn-errortype': 'GoneException' },
      });
    expect(await world.call('POST', 'unknown=')).toMatchObject({ status: 410 });
  });

  test('a post of more than 128 KB is answered 413', async () => {
    const { connectionId } = await world.connect();
    expect(await world.call('POST', connectionId, 'x'.repeat(128 * 1024 + 1))).toMatchObject({ status: 413 });
  });

  test('a read says when the connection began and was last used', async () => {
    const { connectionId } = await world.connect();
    world.advance(60_000);
    await world.call('POST', connectionId, '{}');
    world.advance(60_000);
    const read = await world.call('GET', connectionId);
    expect(JSON.parse(read?.body.toString() ?? '')).toMatchObject({
      connectedAt: '2026-11-20T23:14:00.000Z',
      lastActiveAt: '2026-11-20T23:15:00.000Z',
      identity: { sourceIp: '127.0.0.1' },
    });
  });

  test('a deletion closes the connection', async () => {
    const { closed, connectionId } = await world.connect();
    expect(await world.call('DELETE', connectionId)).toMatchObject({ status: 204 });
    expect(await closed).toMatchObject({ code: 1000 });
  });

  test('each call needs the permission for its method and connection', () => {
    expect(world.callOf('POST', '/live/@connections/abc%3D')).toMatchObject({
      operation: 'PostToConnection',
      grant: {
        action: 'execute-api:ManageConnections',
        resource: `${api.arn}/live/POST/@connections/abc=`,
      },
    });
  });

  test.each([
    ['another method', 'PUT', '/live/@connections/abc'],
    ['another stage', 'POST', '/other/@connections/abc'],
    ['another path', 'POST', '/live/abc'],
    ['a path below the connection', 'POST', '/live/@connections/abc/more'],
  ])('%s is no call', (_, method, path) => {
    expect(world.callOf(method, path)).toBeUndefined();
  });
});

import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allow, api, type Event, openWorld } from './world.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.stop());

describe('the handshake', () => {
  test('a client connects with the subprotocol that $connect answers', async () => {
    world.handlers['connect'] = () => ({
      statusCode: 200,
      headers: { 'Sec-WebSocket-Protocol': 'earshot.v1' },
    });
    const { socket } = await world.connect({ protocols: ['earshot.v1', 'es_rt_secret'] });
    expect(socket.protocol).toBe('earshot.v1');
  });

  test('the authorizer and $connect get headers as they were sent, the query, and the same connection', async () => {
    await world.connect({
      path: '/live?session=rts_1',
      headers: { 'X-One': 'a', Authorization: 'Bearer b' },
    });
    const shared = {
      headers: { 'X-One': 'a', Authorization: 'Bearer b' },
      multiValueHeaders: { 'X-One': ['a'] },
      queryStringParameters: { session: 'rts_1' },
      requestContext: {
        routeKey: '$connect',
        eventType: 'CONNECT',
        messageDirection: 'IN',
        stage: 'live',
        apiId: 'api',
        connectedAt: 1795216440000,
        requestTimeEpoch: 1795216440000,
        requestTime: '20/Nov/2026:23:14:00 +0000',
        identity: { sourceIp: '127.0.0.1' },
      },
    };
    const [authorized] = world.eventsOf('authorize');
    const [connected] = world.eventsOf('connect');
    expect(authorized).toMatchObject({ ...shared, type: 'REQUEST', methodArn: `${api.arn}/live/$connect` });
    expect(connected).toMatchObject(shared);
    expect(connected?.['requestContext'].connectionId).toBe(authorized?.['requestContext'].connectionId);
  });

  test('every later event has the context of the authorizer, as text', async () => {
    const { socket, closed } = await world.connect();
    socket.send('{}');
    await expect.poll(() => world.eventsOf('default')).toHaveLength(1);
    socket.close();
    await closed;
    await expect.poll(() => world.eventsOf('disconnect')).toHaveLength(1);
    for (const name of ['connect', 'default', 'disconnect']) {
      expect(world.eventsOf(name)[0]?.['requestContext'].authorizer).toMatchObject({
        principalId: 'someone',
        session: 'rts_1',
        isFirst: 'true',
      });
    }
  });

  const failing = (message: string) => () => {
    throw new Error(message);
  };
  const deny = (event: Event) => ({
    ...allow(event),
    policyDocument: {
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Deny', Resource: event['methodArn'] }],
    },
  });
  test.each([
    ['an authorizer that throws Unauthorized', { authorize: failing('Unauthorized') }, 401],
    ['an authorizer that denies', { authorize: deny }, 403],
    ['a policy for another API', { authorize: () => allow({ methodArn: 'arn:aws:other' }) }, 403],
    ['an authorizer that fails', { authorize: failing('no table') }, 500],
    ['a context with a value that is not a scalar', { authorize: (e: Event) => allow(e, { a: null }) }, 500],
    ['an answer of the authorizer without a policy', { authorize: () => ({}) }, 500],
    ['a status with which $connect refuses', { connect: () => ({ statusCode: 401 }) }, 401],
    ['a failure of $connect', { connect: failing('no table') }, 502],
    ['a result of $connect without a status', { connect: () => ({}) }, 502],
  ])('%s refuses the client', async (_, changed, status) => {
    Object.assign(world.handlers, changed);
    expect(await world.refusal()).toMatchObject({ status });
    expect(world.eventsOf('disconnect')).toEqual([]);
  });

  test('a path that is not the stage is refused without a function', async () => {
    expect(await world.refusal({ path: '/other' })).toMatchObject({ status: 403 });
    expect(world.events).toEqual([]);
  });

  test('a host other than this machine is refused, as a protection against DNS rebinding', async () => {
    expect(await world.refusal({ headers: { host: 'evil.example' } })).toMatchObject({ status: 421 });
    expect(world.events).toEqual([]);
  });

  test('a client that leaves during its handshake does no harm', async () => {
    const entered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    world.handlers['connect'] = async () => {
      entered.resolve();
      await held.promise;
      return { statusCode: 200 };
    };
    const socket = world.dial();
    socket.on('error', () => {});
    await entered.promise;
    socket.terminate();
    held.resolve();
    await world.connect();
    expect(world.causes).toEqual([]);
  });

  test('a request for another protocol, such as HTTP/2, gets an ordinary response', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'h2c' };
    const [response] = await once(request(world.url, { headers }).end(), 'response');
    expect(response.statusCode).toBe(200);
    response.destroy();
  });
});

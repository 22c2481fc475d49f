import { knownLeases } from '#lib/domain/realtime/known-leases.ts';
import { messageCounts } from '#lib/domain/realtime/message-counts.ts';
import * as authorize from '#functions/realtime/authorize.ts';
import * as connect from '#functions/realtime/connect.ts';
import * as disconnect from '#functions/realtime/disconnect.ts';
import * as receive from '#functions/realtime/receive.ts';
import type { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import type { RunMessage } from '#lib/domain/realtime/wake-runner.ts';
import { startWorld } from './start-world.ts';
import { lambdaContext } from './http-event.ts';

const methodArn = 'arn:aws:execute-api:eu-west-1:123456789012:api/realtime/$connect';

type Asked = {
  readonly credential?: string;
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, string>;
};

/**
 * The functions of the WebSocket API in the world of the HTTP functions, with the events that they post and the runners that
 * they start.
 */
export const startRealtimeWorld = async () => {
  const { world, customer } = await startWorld();
  const posted: { readonly to: string; readonly event: ServerEvent }[] = [];
  const closed: string[] = [];
  const woken: RunMessage[] = [];
  const deps = {
    ...world.deps,
    post: async (to: string, event: ServerEvent) => {
      posted.push({ to, event });
      return true;
    },
    close: async (connectionId: string) => {
      closed.push(connectionId);
    },
    wake: async (message: RunMessage) => {
      woken.push(message);
    },
  };
  const handlers = {
    authorize: authorize.createHandler(deps),
    connect: connect.createHandler(deps),
    receive: receive.createHandler({ ...deps, leases: knownLeases(), counts: messageCounts() }),
    disconnect: disconnect.createHandler(deps),
  };

  const create = async (body: object = {}) => {
    const audio = { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 };
    const asked = { as: customer.live, body: { audio, ...body } };
    return (await world.call('POST /v1/realtime/sessions', asked)).body;
  };

  /** Calls the authorizer like a browser, which sends the credential as a subprotocol. */
  const handshake = (session: any, { credential, headers, query = {} }: Asked = {}) => {
    const url = new URL(session.websocket_url);
    const secret = credential ?? session.client_secret.value;
    return handlers.authorize(
      {
        methodArn,
        headers: headers ?? { 'Sec-WebSocket-Protocol': `earshot.v1, ${secret}` },
        queryStringParameters: { ...Object.fromEntries(url.searchParams), ...query },
      },
      lambdaContext,
    );
  };

  /** The context that API Gateway passes on: all values are text. */
  const contextOf = ({ context }: { context: object }): Record<string, string> =>
    Object.fromEntries(Object.entries(context).map(([name, value]) => [name, String(value)]));

  const eventOf = (authorizer: Record<string, string>, connectionId: string, more: object = {}) => ({
    headers: { 'Sec-WebSocket-Protocol': 'earshot.v1, secret' },
    requestContext: { connectionId, requestId: 'request-8', authorizer },
    ...more,
  });

  /** A session with an open connection. */
  const open = async (connectionId = 'connection-1', body: object = {}) => {
    const session = await create(body);
    const authorizer = contextOf(await handshake(session));
    await handlers.connect(eventOf(authorizer, connectionId), lambdaContext);
    const ref = { tenant: `${customer.projectId}.live`, id: session.id } as const;
    const send = (message: object | string) => {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      return handlers.receive(eventOf(authorizer, connectionId, { body: text }), lambdaContext);
    };
    const leave = () => handlers.disconnect(eventOf(authorizer, connectionId), lambdaContext);
    return { session, ref, authorizer, send, leave, find: () => deps.sessions.find(ref) };
  };

  return {
    world,
    customer,
    deps,
    handlers,
    posted,
    closed,
    woken,
    create,
    handshake,
    contextOf,
    eventOf,
    open,
  };
};

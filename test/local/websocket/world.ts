import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { listen } from '#local/ports.ts';
import type { OnMessage } from '#local/websocket/fates.ts';
import type { WebSocketApi } from '#local/websocket/from-template.ts';
import { hostWebSocketApi } from '#local/websocket/host.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { scriptedPool } from '../lambda/scripted-pool.ts';

const integration = (functionName: string) => ({ functionName, timeoutMs: 29_000 });
export const api: WebSocketApi = {
  apiId: 'api',
  arn: 'arn:aws:execute-api:us-east-1:000000000000:api',
  stage: 'live',
  selector: 'type',
  authorizer: 'authorize',
  connect: integration('connect'),
  routes: new Map([
    ['$connect', integration('connect')],
    ['$default', integration('default')],
    ['audio', integration('audio')],
    ['$disconnect', integration('disconnect')],
  ]),
};

export type Event = Record<string, any>;

/** The answer of an authorizer that admits a client. */
export const allow = ({ methodArn }: Event, context: object = {}) => ({
  principalId: 'someone',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }],
  },
  context,
});

type Dialed = {
  readonly path?: string;
  readonly protocols?: string[];
  readonly headers?: Record<string, string>;
};

/** A WebSocket API with scripted functions, on a separate port. */
export const openWorld = async (onMessage?: OnMessage) => {
  const events: [functionName: string, event: Event][] = [];
  const causes: string[] = [];
  /** The scripted functions. A function without an entry returns 200. */
  const handlers: Record<string, (event: Event) => unknown> = {
    authorize: (event) => allow(event, { session: 'rts_1', isFirst: true }),
  };
  const { clock, ...hands } = manualClock('2026-11-20T23:14:00Z');
  const host = hostWebSocketApi(api, {
    clock,
    onMessage,
    onFailure: (cause) => causes.push(cause),
    poolOf: (name) =>
      scriptedPool((json) => {
        const event: Event = JSON.parse(json);
        events.push([name, event]);
        return handlers[name]?.(event) ?? { statusCode: 200 };
      }),
  });
  const listener = await listen(0);
  listener.serve((_request, response) => response.end('http'), host.upgrade);

  const eventsOf = (functionName: string) =>
    events.flatMap(([name, event]) => (name === functionName ? [event] : []));
  const dial = ({ path = '/live', protocols = [], headers = {} }: Dialed = {}) =>
    new WebSocket(listener.url.replace('http', 'ws') + path, protocols, { headers });

  return {
    ...hands,
    events,
    causes,
    handlers,
    eventsOf,
    dial,
    url: listener.url,
    stop: listener.close,
    /** Connects a client that is admitted. */
    connect: async (dialed?: Dialed) => {
      const socket = dial(dialed);
      const messages: unknown[] = [];
      socket.on('message', (data: unknown) => messages.push(JSON.parse(String(data))));
      const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
      await once(socket, 'open');
      const { connectionId } = eventsOf('connect').at(-1)?.['requestContext'] ?? {};
      return { socket, messages, closed, connectionId };
    },
    /** The status and body of the response to a refused client. */
    refusal: async (dialed?: Dialed): Promise<{ status: number; body: string }> => {
      const socket = dial(dialed);
      socket.on('error', () => {});
      const [, response] = await once(socket, 'unexpected-response');
      const refused = { status: response.statusCode, body: await text(response) };
      socket.terminate();
      return refused;
    },
    callOf: host.connections,
    /** Calls `@connections`. */
    call: (method: string, connectionId: string, body = '') => {
      const found = host.connections(method, `/live/@connections/${encodeURIComponent(connectionId)}`);
      return found?.run({ headers: {}, body: Buffer.from(body) });
    },
  };
};

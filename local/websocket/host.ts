import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { RestService } from '../aws-endpoint/rest-service.ts';
import type { Clock } from '../events/clock.ts';
import { invokeWithTimeout, type PoolOf } from '../gateway/invoke.ts';
import { functionFailed } from '../gateway/response.ts';
import { send } from '../gateway/serve.ts';
import { responseOn, type UpgradeListener } from '../ports.ts';
import { type Connection, openConnection } from './connection.ts';
import { connectionsService } from './connections-service.ts';
import { deliver } from './deliver.ts';
import { type Client, disconnectEvent } from './event.ts';
import { type OnMessage, passOn, sendingByFate } from './fates.ts';
import { frameWatcher } from './frames.ts';
import type { WebSocketApi } from './from-template.ts';
import { shakeHands } from './handshake.ts';
import { frameMaxBytes, messageMaxBytes } from './limits.ts';

type HostDeps = {
  readonly poolOf: PoolOf;
  readonly clock: Clock;
  /** Called with the cause of a failure that is not a failed invocation, which the pool reports. */
  readonly onFailure: (cause: string) => void;
  /** Only for fault tests: decides the fate of each message. */
  readonly onMessage?: OnMessage | undefined;
};

type WebSocketHost = {
  readonly upgrade: UpgradeListener;
  readonly connections: RestService;
};

/** Serves a WebSocket API with the functions of its routes, and the API behind `@connections`. */
export const hostWebSocketApi = (api: WebSocketApi, deps: HostDeps): WebSocketHost => {
  const { poolOf, clock } = deps;
  const open = new Map<string, Connection>();
  const reported = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => deps.onFailure(`WebSocket: ${String(error)}`));

  const serve = (socket: WebSocket, client: Client): void => {
    // The functions run concurrently, because API Gateway invokes them for messages of one connection at the same time.
    const arrived = (body: string): void =>
      reported(deliver(api, { client, body }, { poolOf, clock, send: connection.send }));
    const connection = openConnection(socket, client, {
      clock,
      onMessage: (body) => passOn(deps, connection, { body, arrive: () => arrived(body) }),
      onClose: (code, reason) => {
        open.delete(client.connectionId);
        const event = JSON.stringify(disconnectEvent(api, client, { code, reason, at: clock.now() }));
        const integration = api.routes.get('$disconnect');
        if (integration) reported(invokeWithTimeout(integration, event, poolOf));
      },
    });
    open.set(client.connectionId, sendingByFate(deps, connection));
  };

  const answer = async (message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const handshake = await shakeHands(api, message, deps);
    if ('refusal' in handshake) return send(responseOn(message, socket), handshake.refusal);
    const { client, subprotocol } = handshake;
    accept({ message, socket, head }, subprotocol, (webSocket) => serve(webSocket, client));
  };
  const upgrade: UpgradeListener = (message, socket, head) => {
    answer(message, socket, head).catch((error: unknown) => {
      deps.onFailure(`WebSocket: ${String(error)}`);
      send(responseOn(message, socket), functionFailed);
    });
  };
  return { upgrade, connections: connectionsService(api, open) };
};

type Upgrade = { readonly message: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

/** Completes a handshake. Later closes the WebSocket if the client sends a frame that is too large. */
const accept = (
  { message, socket, head }: Upgrade,
  subprotocol: string | undefined,
  serve: (webSocket: WebSocket) => void,
): void => {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageMaxBytes,
    handleProtocols: () => subprotocol ?? false,
  });
  let accepted: WebSocket | undefined;
  const isTooLarge = frameWatcher(frameMaxBytes);
  const watch = (chunk: Buffer): void => {
    if (!isTooLarge(chunk)) return;
    socket.off('data', watch);
    accepted?.close(1009, 'Message Too Long');
  };
  // Listens before the WebSocket does, so that an oversized frame never becomes a message.
  socket.on('data', watch);
  server.handleUpgrade(message, socket, head, (webSocket) => {
    accepted = webSocket;
    serve(webSocket);
  });
};

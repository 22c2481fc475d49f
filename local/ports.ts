import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Takes over the socket of a request that asks for a WebSocket. `head` is what the client has already sent on it. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** An HTTP server on the loopback interface. It answers 503 until `serve` is called, and has no WebSockets without `upgrade`. */
export type Listener = {
  readonly port: number;
  readonly url: string;
  readonly serve: (listener: RequestListener, upgrade?: UpgradeListener) => void;
  readonly close: () => Promise<void>;
};

type ListenOptions = { readonly maxHeaderSize?: number };

class PortTaken extends Error {}

/** Listens on `port`, or on any free port for 0. Throws PortTaken. */
export const listen = async (port: number, options: ListenOptions = {}): Promise<Listener> => {
  let current = notReady;
  let currentUpgrade: UpgradeListener | undefined;
  const upgraded = new Set<Duplex>();
  // Clients also ask for other protocols, such as h2c, and expect an ordinary response if the server ignores that.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
    currentUpgrade !== undefined && headers.upgrade?.toLowerCase() === 'websocket';
  // Large uploads may take longer than the default of five minutes.
  const server = createServer(
    { keepAliveTimeout: 60_000, requestTimeout: 0, shouldUpgradeCallback, ...options },
    (request, response) =>
      isForLoopback(request.headers.host) ? current(request, response) : misdirected(request, response),
  );
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
    // A client may disconnect at any time.
    socket.on('error', () => socket.destroy());
    if (isForLoopback(request.headers.host)) currentUpgrade?.(request, socket, head);
    else misdirected(request, responseOn(request, socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw isTaken(error)
      ? new PortTaken(`Port ${port} is in use. Choose another one: npm start -- --port N`)
      : error;
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    serve: (listener, upgrade) => {
      current = listener;
      currentUpgrade = upgrade;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await closed;
    },
  };
};

/** An ordinary response to a request that asked for a WebSocket. The connection ends with it. */
export const responseOn = (request: IncomingMessage, socket: Duplex): ServerResponse => {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  if (socket instanceof Socket) response.assignSocket(socket);
  response.once('finish', () => socket.end());
  return response;
};

const lastPort = 65_535;

/** Listens on `port`. Undefined if it is in use. */
export const listenIfFree = async (port: number): Promise<Listener | undefined> =>
  listen(port).catch((error: unknown) => {
    if (error instanceof PortTaken) return undefined;
    throw error;
  });

/** Listens on `port` if it is free, otherwise on any other. */
export const listenNear = async (port: number): Promise<Listener> =>
  (port > lastPort ? undefined : await listenIfFree(port)) ?? listen(0);

// The format of API Gateway's own errors, so that clients can parse it.
const notReady: RequestListener = (_request, response) => {
  const headers = { 'content-type': 'application/json', 'retry-after': '1' };
  response.writeHead(503, headers).end(JSON.stringify({ message: 'Service Unavailable' }));
};

/**
 * Protects against DNS rebinding, where a web page's host name resolves to this machine. Its requests have that name in `Host`.
 * Clients without the header are not browsers.
 */
const isForLoopback = (host: string | undefined): boolean =>
  host === undefined || /^(([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);

const misdirected: RequestListener = (request, response) => {
  request.resume();
  const message = 'This service only accepts requests for localhost or 127.0.0.1.';
  const headers = { 'content-type': 'application/json', connection: 'close' };
  response.writeHead(421, headers).end(JSON.stringify({ message }));
};

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
